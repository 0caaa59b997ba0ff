import {
  createClient,
  getLocation,
  listFineGrainedIssues,
  listIssues,
  listMcpServerEdge,
  updateIssue,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

// 1. The issue: all findings of a rule.
const [issue] = (
  await listIssues(client, { severity: ['critical'], status: ['open'] })
).items;
if (!issue) throw new Error('The workspace has no critical issue.');
console.log(`Issue: ${issue.rule_name} (${issue.definitive_severity})`);

// 2. Its occurrences, each on an object at a location.
const occurrences = await listFineGrainedIssues(client, {
  issue_id: [issue.issue_id],
});
for (const occurrence of occurrences.items) {
  console.log(`Occurrence: ${occurrence.message}`);

  // 3. The line.
  if (occurrence.location !== null) {
    const location = await getLocation(client, {
      id: occurrence.location.location_id,
    });
    console.log(`Line: ${location.file_path}:${location.start_line}`);
    console.log(`Link: ${location.url}`);
    console.log(location.snippet);
  }

  // 4. The agents that use the object.
  if (occurrence.object_type === 'mcp_server') {
    const agents = await listMcpServerEdge(client, {
      id: occurrence.aispm_object_id,
      edge: 'agents',
    });
    const names = agents.items.map((agent) => agent.aispm_friendly_name);
    console.log(`Used by: ${names.join(', ')}`);
  }
}

// 5. The remedy and the assignee.
for (const step of issue.remediation?.steps ?? []) console.log(`- ${step}`);
const updated = await updateIssue(client, {
  id: issue.issue_id,
  body: { status: 'in_progress' },
});
console.log(`${updated.assignee}: ${updated.status}`);
