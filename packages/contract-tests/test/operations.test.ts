import { ApiError } from '@aispm/client';
import { describe, expect, inject, it } from 'vitest';
import { calls, createValidRequest, getCall, operations, toArguments } from '../src/operations.ts';
import { createServer } from './server.ts';

const { client, anonymous } = createServer(inject('mockUrl'));

describe('the client', () => {
  it('has one function for each operation of the contract', () => {
    const exported = [...calls.keys()];
    expect(exported.sort()).toEqual(operations.map(({ id }) => id).sort());
  });
});

describe.each(operations)('$id', (operation) => {
  const call = getCall(operation);
  const args = toArguments(createValidRequest(operation));

  it('resolves to the data, or to the complete result', async () => {
    const { status, data } = await call.result(client, args);
    expect(status).toBeLessThan(300);
    expect(await call(client, args)).toEqual(data);
  });

  it('rejects with an ApiError when the token is missing', async () => {
    const error = await call(anonymous, args).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ operation: operation.id, status: 401, code: 401 });
  });
});
