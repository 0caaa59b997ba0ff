import { createClient, listRules } from '@aispm/client';
import { handlers, mockOperation } from '@aispm/mock/msw';
import { setupServer } from 'msw/node';

const server = setupServer(...handlers());
server.listen();
server.use(mockOperation(listRules, { status: 429, once: true }));

const client = createClient({
  baseUrl: 'https://aispm.example.com/api/v1',
  token: 'any-key',
  retry: false,
});
const scope = { tenant_id: 'halden-freight', workspace_id: 'production' };
const error = await listRules(client, scope).catch((reason) => reason);
console.log(listRules.isError(error) && error.status);
console.log((await listRules(client, scope)).items.length);

server.close();
