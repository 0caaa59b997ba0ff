import {
  createClient,
  listFineGrainedIssues,
  listMcpServers,
  listModels,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({
    baseUrl: process.env.AISPM_URL ?? 'http://127.0.0.1:4010/api/v1',
    token: process.env.AISPM_API_KEY ?? 'any-key',
  }),
  { tenant_id: 'acme', workspace_id: 'main' },
);

for (const occurrence of (await listFineGrainedIssues(client)).items) {
  const { definitive_severity, rule_id, location } = occurrence;
  const line = `${location?.file_path}:${location?.start_line}`;
  console.log(`${definitive_severity} ${rule_id} ${line}`);
}
for (const model of (await listModels(client)).items)
  console.log(`model ${model.aispm_friendly_name}`);
for (const server of (await listMcpServers(client)).items)
  console.log(`MCP server ${server.aispm_friendly_name}`);
