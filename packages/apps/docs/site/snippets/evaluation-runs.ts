import {
  createAgentEvaluation,
  createClient,
  listAgents,
  listEvaluations,
  runToEnd,
} from '@aispm/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  token: 'any-key',
});
const scope = { tenant_id: 'halden-freight', workspace_id: 'production' };

const [agent] = (await listAgents(client, { ...scope, page_size: 1 })).items;
const [evaluation] = (await listEvaluations(client, { ...scope, page_size: 1 }))
  .items;
if (!agent || !evaluation)
  throw new Error('The workspace has no agent or evaluation.');

const attached = await createAgentEvaluation(client, {
  ...scope,
  body: { agent_id: agent.aispm_object_id, evaluation_id: evaluation.id },
});
const stop = new AbortController();
const run = await runToEnd(
  client,
  { ...scope, id: attached.id },
  {
    stop: stop.signal,
    onProgress: ({ status, progress }) => {
      console.log(status, progress);
      if (status === 'running') stop.abort();
    },
  },
);
console.log(run.status);
