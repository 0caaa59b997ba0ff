import {
  createClient,
  listIssues,
  paginate,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

for await (const issue of paginate(client, listIssues, {
  severity: ['critical', 'high'],
})) {
  console.log(
    issue.definitive_severity,
    issue.rule_name,
    issue.assignee ?? 'unassigned',
  );
}

//> critical MCP server without authentication tomas.reyes@haldenfreight.example
//> critical Secret in the environment of an MCP server ingrid.solberg@haldenfreight.example
//> high Destructive tool without an output guardrail unassigned
