// Compiled by types.process.test.ts against the built package, never run: a program with 20 calls.
import {
  createAgentEvaluation,
  createClient,
  deleteAgentEvaluation,
  exportView,
  getAgent,
  getAispmDashboard,
  getEvaluationRun,
  getIssue,
  getIssueHistogram,
  getLlmInteractionCounts,
  getModel,
  getRule,
  getScan,
  listAgents,
  listIssues,
  listRules,
  listScans,
  putClientStorageEntry,
  runAgentEvaluation,
  updateIssue,
} from '@aispm/client';

const client = createClient({ baseUrl: 'http://h/api/v1', token: 't', timeout: 1000, retry: { maxRetries: 1 } });
const workspace = { tenant_id: 't1', workspace_id: 'w1' };
const window = { start_time: '2026-01-02T00:00:00Z', end_time: '2026-01-03T00:00:00Z' };
export const names: string[] = [];
names.push((await getRule(client, { ...workspace, rule_id: 'r' })).rule_name);
names.push(String((await listRules(client, { ...workspace, page_size: 10 })).items.length));
names.push((await getAgent(client, { ...workspace, id: 'a' })).aispm_friendly_name);
names.push(String((await listAgents(client, workspace)).items.length));
names.push((await getModel(client, { ...workspace, id: 'm' })).model_name);
names.push((await getIssue(client, { ...workspace, id: 'i' })).rule_name);
names.push(String((await listIssues(client, { ...workspace, severity: ['high'] })).items.length));
names.push((await updateIssue(client, { ...workspace, id: 'i', body: { status: 'in_progress' } })).status);
names.push((await getIssueHistogram(client, { ...workspace, ...window })).interval);
names.push(
  (
    await createAgentEvaluation(client, {
      ...workspace,
      body: { agent_id: 'a', evaluation_id: 'e', schedule: 'weekly' },
    })
  ).id,
);
await deleteAgentEvaluation(client, { ...workspace, id: 'e' });
names.push((await runAgentEvaluation(client, { ...workspace, id: 'e' })).status);
names.push((await getEvaluationRun(client, { ...workspace, run_id: 'r' })).status);
names.push(String((await getLlmInteractionCounts(client, { ...workspace, ...window })).total));
names.push((await getScan(client, { ...workspace, id: 's' })).status);
names.push(String((await listScans(client, workspace)).items.length));
names.push(Object.keys(await getAispmDashboard(client)).join());
names.push(
  Object.keys(
    await putClientStorageEntry(client, { client_id: 'c', namespace: 'n', key: 'k', body: { value: {} } }),
  ).join(),
);
names.push(Object.keys(await exportView(client, { id: 'v' })).join());
const result = await getRule.result(client, { ...workspace, rule_id: 'r' });
if (result.status === 404) names.push(result.data?.message ?? '');
