import {
  createClient,
  listMcpServerEdge,
  listMcpServers,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

const [server] = (await listMcpServers(client, { name: 'Customs Gateway' }))
  .items;
if (!server) throw new Error('There is no such MCP server.');
const agents = await listMcpServerEdge(client, {
  id: server.aispm_object_id,
  edge: 'agents',
});
for (const agent of agents.items) console.log(agent.aispm_friendly_name);

//> Customs Desk
