import { createClient, listIssues } from '@aispm/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  token: 'any-key',
});

const page = await listIssues(client, {
  tenant_id: 'halden-freight',
  workspace_id: 'production',
  severity: ['critical'],
});
for (const issue of page.items) {
  console.log(issue.rule_name, issue.total_affected_elements);
}
