// Compiled by types.test.ts against the built package, never run: a program with 20 calls.
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

const client = createClient({ baseUrl: 'http://h/api/v1', token: 't', timeout: 1000, retry: { count: 1 } });
const at = { tenant_id: 't1', workspace_id: 'w1' };
const window = { start_time: '2026-01-02T00:00:00Z', end_time: '2026-01-03T00:00:00Z' };
export const names: string[] = [];
names.push((await getRule(client, { ...at, rule_id: 'r' })).rule_name);
names.push(String((await listRules(client, { ...at, page_size: 10 })).items.length));
names.push((await getAgent(client, { ...at, id: 'a' })).aispm_friendly_name);
names.push(String((await listAgents(client, at)).items.length));
names.push((await getModel(client, { ...at, id: 'm' })).model_name);
names.push((await getIssue(client, { ...at, id: 'i' })).rule_name);
names.push(String((await listIssues(client, { ...at, severity: ['high'] })).items.length));
names.push((await updateIssue(client, { ...at, id: 'i', body: { status: 'in_progress' } })).status);
names.push((await getIssueHistogram(client, { ...at, ...window })).interval);
names.push(
  (await createAgentEvaluation(client, { ...at, body: { agent_id: 'a', evaluation_id: 'e', schedule: 'weekly' } })).id,
);
await deleteAgentEvaluation(client, { ...at, id: 'e' });
names.push((await runAgentEvaluation(client, { ...at, id: 'e' })).status);
names.push((await getEvaluationRun(client, { ...at, run_id: 'r' })).status);
names.push(String((await getLlmInteractionCounts(client, { ...at, ...window })).total));
names.push((await getScan(client, { ...at, id: 's' })).status);
names.push(String((await listScans(client, at)).items.length));
names.push(Object.keys(await getAispmDashboard(client)).join());
names.push(
  Object.keys(
    await putClientStorageEntry(client, { client_id: 'c', namespace: 'n', key: 'k', body: { value: {} } }),
  ).join(),
);
names.push(Object.keys(await exportView(client, { id: 'v' })).join());
const result = await getRule.result(client, { ...at, rule_id: 'r' });
if (result.status === 404) names.push(result.data?.message ?? '');
