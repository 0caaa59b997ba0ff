// Prints the names of the rules of a mock without a port.
import { createClient, listRules } from '@aispm/client';
import { createMock } from '@aispm/mock';

async function main(): Promise<void> {
  const { fetch } = await createMock();
  const client = createClient({ baseUrl: 'http://mock/api/v1', token: 'any-key', fetch });
  const { items } = await listRules(client, { tenant_id: 't1', workspace_id: 'w1' });
  console.log(JSON.stringify({ names: items.map((rule) => rule.rule_name) }));
}

void main();
