import { createClient, listIssues } from '@aispm/client';
import { createMock } from '@aispm/mock';
import { expect, test } from 'vitest';

const mock = await createMock();
const client = createClient({
  baseUrl: 'http://mock/api/v1',
  token: 'any-key',
  fetch: mock.fetch,
});
const scope = { tenant_id: 'halden-freight', workspace_id: 'production' };

test('lists issues', async () => {
  expect((await listIssues(client, scope)).items).not.toEqual([]);
});

test('rejects when the quota is exhausted', async () => {
  const issues = listIssues(client, scope, {
    headers: { prefer: 'code=429' },
    retry: false,
  });
  await expect(issues).rejects.toMatchObject({ status: 429 });
});
