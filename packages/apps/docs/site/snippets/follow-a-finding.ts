import {
  createClient,
  getLocation,
  listFineGrainedIssues,
  listIssues,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

const [issue] = (await listIssues(client, { page_size: 1 })).items;
if (!issue) throw new Error('The workspace has no issue.');
const { items } = await listFineGrainedIssues(client, {
  issue_id: [issue.issue_id],
});

for (const { aispm_friendly_name, object_type, location } of items) {
  console.log(`${issue.rule_name}: ${object_type} ${aispm_friendly_name}`);
  // Findings observed at run time have no location.
  if (location === null) continue;
  const { file_path, start_line, snippet } = await getLocation(client, {
    id: location.location_id,
  });
  console.log(`${file_path}:${start_line}`);
  console.log(snippet);
}
