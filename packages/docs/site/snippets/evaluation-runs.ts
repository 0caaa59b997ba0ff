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
const place = { tenant_id: 'halden-freight', workspace_id: 'production' };

const [agent] = (await listAgents(client, { ...place, page_size: 1 })).items;
const [evaluation] = (await listEvaluations(client, { ...place, page_size: 1 }))
  .items;
if (!agent || !evaluation) throw new Error('There is nothing to evaluate.');

const attached = await createAgentEvaluation(client, {
  ...place,
  body: { agent_id: agent.aispm_object_id, evaluation_id: evaluation.id },
});
const stop = new AbortController();
const run = await runToEnd(
  client,
  { ...place, id: attached.id },
  {
    stop: stop.signal,
    onProgress: ({ status, progress }) => {
      console.log(status, progress);
      if (status === 'running') stop.abort(); // enough seen: ask the service to stop it
    },
  },
);
console.log(run.status);
