import {
  createClient,
  listIssues,
  updateIssues,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

const { items } = await listIssues(client, { severity: ['high', 'critical'] });
const { results } = await updateIssues(client, {
  body: {
    updates: items.map(({ issue_id, etag }) => ({
      issue_id,
      if_match: etag,
      assignee: 'ana.lindqvist',
    })),
  },
});
for (const { index, status, error } of results) {
  console.log(items[index]?.rule_name, error?.reason ?? status);
}

//> MCP server without authentication updated
//> Secret in the environment of an MCP server updated
//> Destructive tool without an output guardrail updated
