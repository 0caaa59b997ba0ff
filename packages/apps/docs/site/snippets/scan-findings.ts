import {
  createClient,
  getLocation,
  getRule,
  listFineGrainedIssues,
  listScans,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({
    baseUrl: process.env.AISPM_BASE_URL ?? 'http://127.0.0.1:4010/api/v1',
    token: process.env.AISPM_TOKEN ?? 'any-key',
  }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

const [scan] = (await listScans(client, { target: 'desk', is_current: true }))
  .items;
if (!scan) throw new Error('The repository has no scan.');
const { items } = await listFineGrainedIssues(client, {
  scan_id: [scan.scan_id],
  status: ['open', 'in_progress'],
});

for (const { rule_id, aispm_friendly_name, message, location } of items) {
  const rule = await getRule(client, { rule_id });
  console.log(`${aispm_friendly_name}: ${message}`);
  console.log(`Remedy: ${rule.remediation?.summary ?? 'none'}`);
  if (location === null) continue;
  const { file_path, start_line, snippet } = await getLocation(client, {
    id: location.location_id,
  });
  console.log(`${file_path}:${start_line}`, snippet);
}
