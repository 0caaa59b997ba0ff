import { createClient, listIssues } from '@aispm/client';
import { createMock } from '@aispm/mock';

const mock = await createMock();
const client = createClient({
  baseUrl: 'http://mock/api/v1',
  token: 'any-key',
  fetch: mock.fetch,
  retry: false,
});
const scope = { tenant_id: 'halden-freight', workspace_id: 'production' };

mock.override(listIssues, { status: 429, once: true });
const error = await listIssues(client, scope).catch((reason) => reason);
console.log(listIssues.isError(error) && error.status);

mock.override(listIssues, ({ query }) =>
  query.page_size === 1 ? { status: 500 } : undefined,
);
console.log((await listIssues(client, scope)).items.length);

console.log(mock.requests(listIssues).map(({ status }) => status));
mock.removeOverrides();
