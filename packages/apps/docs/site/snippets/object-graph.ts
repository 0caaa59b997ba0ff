import {
  createClient,
  listAgentEdge,
  listAgents,
  paginate,
} from '@aispm/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  token: 'any-key',
});
const scope = { tenant_id: 'halden-freight', workspace_id: 'production' };

for await (const agent of paginate(client, listAgents, scope, { limit: 2 })) {
  const servers = await listAgentEdge(client, {
    ...scope,
    id: agent.aispm_object_id,
    edge: 'mcp_servers',
  });
  console.log(
    agent.aispm_friendly_name,
    servers.items.map((server) => server.aispm_friendly_name),
  );
}
