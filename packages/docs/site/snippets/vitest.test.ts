import { createClient, listIssues } from '@aispm/client';
import { createMock } from '@aispm/mock';
import { expect, test } from 'vitest';

const mock = await createMock();
const client = createClient({
  baseUrl: 'http://mock/api/v1',
  token: 'any-key',
  fetch: mock.fetch,
});
const place = { tenant_id: 'halden-freight', workspace_id: 'production' };

test('the page has at least one issue', async () => {
  expect((await listIssues(client, place)).items).not.toEqual([]);
});

test('a used up quota is told', async () => {
  const answer = listIssues(client, place, {
    headers: { prefer: 'code=429' },
    retry: false,
  });
  await expect(answer).rejects.toMatchObject({ status: 429 });
});
