import {
  createClient,
  listSearchResults,
  paginate,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

// Who remembers what it's called? It's a gateway, and Tomas owns it.
const { items } = await listSearchResults(client, { query: 'tomas gateway' });
for (const { result_type, name, context, matched_fields } of items)
  console.log(result_type, name, context, matched_fields.join());

// Everything about customs, except for locations.
for await (const { result_type, match, name } of paginate(
  client,
  listSearchResults,
  { query: 'Customs', result_type: ['agent', 'mcp_server', 'asset'] },
))
  console.log(result_type, match, name);

//> mcp_server Customs Gateway com.haldenfreight/customs-gateway aispm_friendly_name,server_name,owners
//> agent prefix Customs Desk
//> mcp_server prefix Customs Gateway
//> asset prefix customs-desk
