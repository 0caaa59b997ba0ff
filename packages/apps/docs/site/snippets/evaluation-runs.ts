import {
  createAgentEvaluation,
  createClient,
  listAgents,
  listEvaluationRunResults,
  listEvaluations,
  runToEnd,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

const [agent] = (await listAgents(client, { name: 'Customs Desk' })).items;
const [evaluation] = (
  await listEvaluations(client, { name: 'System prompt leak' })
).items;
if (!agent || !evaluation)
  throw new Error('The workspace has no agent or evaluation.');
console.log(`${evaluation.name} on ${agent.aispm_friendly_name}`);

const attached = await createAgentEvaluation(client, {
  body: { agent_id: agent.aispm_object_id, evaluation_id: evaluation.id },
});
const run = await runToEnd(
  client,
  { id: attached.id },
  { onProgress: ({ status, progress }) => console.log(status, progress) },
);
console.log('Summary:', run.summary);

const failed = await listEvaluationRunResults(client, {
  run_id: run.id,
  status: ['failed'],
  page_size: 3,
});
for (const { prompt_index, category } of failed.items)
  console.log(`Prompt ${prompt_index} failed (${category}).`);
