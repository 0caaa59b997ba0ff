/** Operations with `If-Match`: none is performed when the condition is false, whatever the record is, and all behind a proxy when it's true. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import { draftExample, operations, toRequest, withHeader } from '../robustness/requests.ts';
import type { UnexpectedRequest } from '../robustness/send.ts';
import { startService, type TestService } from '../service.ts';

const conditional = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'If-Match'));
let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startService('postgres');
  await seedSampleData(service.database);
  token = await service.key([SAMPLE_WORKSPACE]);
  // Entries of client storage belong to a user, and this one has none yet.
  const put = operations.find(({ operationId }) => operationId === 'putClientStorageEntry');
  if (put) expect((await send(toRequest(draftExample(put), token))).status).toBe(201);
});
afterAll(() => service.close());

const send = ({ path, method, headers, body }: UnexpectedRequest) =>
  service.send(path, { method, headers: Object.fromEntries(headers), ...(body !== undefined && { body }) });

it('the contract has conditional operations', () => {
  expect(conditional.length).toBeGreaterThan(10);
});

it.each(conditional.map((operation) => [operation.operationId, operation] as const))(
  '%s is not performed in another version',
  async (_, operation) => {
    const response = await send(toRequest(withHeader(draftExample(operation), 'If-Match', '"nope"'), token));
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 412,
      body: { code: 412, reason: 'precondition_failed' },
    });
  },
);

it.each(
  conditional
    .filter(({ method }) => method !== 'DELETE')
    .map((operation) => [operation.operationId, operation] as const),
)('%s accepts an entity tag that a proxy has weakened', async (_, operation) => {
  const reading = operations.find(({ path, method }) => path === operation.path && method === 'GET');
  if (reading === undefined) throw new Error(`${operation.path} has no GET.`);
  const read = await send(toRequest(draftExample(reading), token));
  const precondition = `"nope", W/${read.headers.get('etag')}`;
  const response = await send(toRequest(withHeader(draftExample(operation), 'If-Match', precondition), token));
  expect({ status: response.status, body: await response.json() }).not.toMatchObject({ status: 400 });
  expect(response.status).not.toBe(412);
});
