import {
  createClient,
  listIssues,
  updateIssue,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

const [issue] = (await listIssues(client, { status: ['open'] })).items;
if (!issue) throw new Error('There is no issue with this status.');
const result = await updateIssue.result(client, {
  id: issue.issue_id,
  'If-Match': issue.etag,
  body: {
    status: 'suppressed',
    status_reason: 'accepted_risk',
    status_comment: 'Only reachable from the build network.',
  },
});
console.log(
  result.status === 412
    ? 'Someone else changed it.'
    : `${issue.rule_name}: ${result.status}`,
);

//> MCP server without authentication: 200
