import {
  createClient,
  getAgent,
  listFineGrainedIssues,
  listIssues,
} from '@aispm/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  token: 'any-key',
});
const scope = { tenant_id: 'halden-freight', workspace_id: 'production' };

const [issue] = (await listIssues(client, { ...scope, page_size: 1 })).items;
if (!issue) throw new Error('The workspace has no issue.');
const [occurrence] = (
  await listFineGrainedIssues(client, { ...scope, issue_id: [issue.issue_id] })
).items;
if (!occurrence) throw new Error('The issue has no occurrence.');
console.log(issue.rule_name, 'on', occurrence.aispm_friendly_name);

if (occurrence.object_type === 'agent') {
  const agent = await getAgent(client, {
    ...scope,
    id: occurrence.aispm_object_id,
  });
  console.log(agent.owners);
}
