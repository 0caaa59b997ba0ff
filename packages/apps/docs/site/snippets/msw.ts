import { createClient, listRules } from '@aispm/client';
import { handlers } from '@aispm/mock/msw';
import { setupServer } from 'msw/node';

const server = setupServer(...handlers());
server.listen({ onUnhandledFrame: 'error' });

const client = createClient({
  baseUrl: 'https://aispm.example.com/api/v1',
  token: 'any-key',
});
const page = await listRules(client, {
  tenant_id: 'halden-freight',
  workspace_id: 'production',
});
console.log(page.items.length);

server.close();
