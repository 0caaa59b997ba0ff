import * as api from '@aispm/client';
import { describe, expect, test } from 'vitest';
import { argumentsOf, callOf, client, endpoints, functions, goodRequest, stranger } from './client.ts';

test('the client has one function for each operation, and the contract one operation for each function', () => {
  const exported = Object.keys(functions).filter((name) => typeof functions[name]?.result === 'function');
  expect(exported.sort()).toEqual(endpoints.map(({ id }) => id).sort());
});

describe.each(endpoints)('$id', (endpoint) => {
  const call = callOf(endpoint);
  const good = argumentsOf(goodRequest(endpoint));

  test('resolves to the same data when it is called for the data alone', async () => {
    const { status, data } = await call.result(client, good);
    expect(status).toBeLessThan(300);
    expect(await call(client, good)).toEqual(data);
  });

  test('throws an ApiError for a missing token', async () => {
    const error = await call(stranger, good).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(api.ApiError);
    expect(error).toMatchObject({ operation: endpoint.id, status: 401, code: 401 });
  });
});
