import {
  createClient,
  getRule,
  listIssues,
  updateRule,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

const rule_id = 'mcp-server-without-auth';
const { headers } = await getRule.result(client, { rule_id });
const rule = await updateRule(client, {
  rule_id,
  'If-Match': headers.get('etag') ?? '',
  body: {
    is_enabled: false,
    settings_reason:
      'The gateway in front of all servers asks for credentials.',
  },
});
console.log(`${rule.rule_name}: ${rule.is_enabled ? 'on' : 'off'}`);
for (const issue of (await listIssues(client, { rule_id: [rule_id] })).items)
  console.log(`${issue.status}: ${issue.status_reason}`);

//> MCP server without authentication: off
//> resolved: rule_disabled
