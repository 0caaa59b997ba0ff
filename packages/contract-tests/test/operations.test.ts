import * as api from '@aispm/client';
import { createClient } from '@aispm/client';
import { createMock } from '@aispm/mock';
import type { ApiErrorBody } from '@aispm/types';
import { describe, expect, test } from 'vitest';
import { badArguments, goodArguments, operations, violations } from './contract.ts';

interface Reply {
  status: number;
  data: unknown;
}
type Call = ((client: api.Client, args: object) => Promise<unknown>) & {
  result(client: api.Client, args: object): Promise<Reply>;
};

const { fetch, basePath } = await createMock();
const baseUrl = `http://mock.test${basePath}`;
const client = createClient({ baseUrl, token: 'any', fetch: fetch as api.Fetch });
const stranger = createClient({ baseUrl, fetch: fetch as api.Fetch });

const functions = api as unknown as Record<string, Call>;

test('the client has one function for each operation, and the contract one operation for each function', () => {
  const exported = Object.keys(functions).filter((name) => typeof functions[name]?.result === 'function');
  expect(exported.sort()).toEqual(operations.map(({ id }) => id).sort());
});

describe.each(operations)('$id', (operation) => {
  const call = functions[operation.id] as Call;
  const errorStatuses = Object.keys(operation.responses).filter((status) => Number(status) >= 400);
  const bad = badArguments(operation);

  test('succeeds with a body that the contract allows', async () => {
    const { status, data } = await call.result(client, goodArguments(operation));
    const declared = operation.responses[status];
    expect(status).toBeLessThan(300);
    expect(declared, `status ${status} is not declared`).toBeDefined();
    const schema = declared?.content?.['application/json']?.schema;
    if (schema) expect(violations(schema, data)).toEqual([]);
    else if (declared?.content) expect(data).toEqual(expect.any(String));
    else expect(data).toBeUndefined();
  });

  test('resolves to the same data when it is called for the data alone', async () => {
    const { data } = await call.result(client, goodArguments(operation));
    expect(await call(client, goodArguments(operation))).toEqual(data);
  });

  test('answers a missing token with the typed 401', async () => {
    const reply = await call.result(stranger, goodArguments(operation));
    expect(reply.status).toBe(401);
    expect(reply.data satisfies unknown as ApiErrorBody).toMatchObject({ code: 401, message: expect.any(String) });
    expect(violations(operation.responses['401']?.content?.['application/json']?.schema ?? {}, reply.data)).toEqual([]);
  });

  test('throws an ApiError for a missing token', async () => {
    const error = await call(stranger, goodArguments(operation)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(api.ApiError);
    expect(error).toMatchObject({ operation: operation.id, status: 401, code: 401 });
  });

  if (bad) {
    test(`answers ${bad.mistake} with a typed error that names the place`, async () => {
      const { status, data } = await call.result(client, bad.args);
      expect([400, 422]).toContain(status);
      expect(errorStatuses).toContain(String(status));
      expect(violations(operation.responses[status]?.content?.['application/json']?.schema ?? {}, data)).toEqual([]);
      expect((data as ApiErrorBody).code).toBe(status);
      expect(Object.keys((data as ApiErrorBody).details ?? {})).not.toEqual([]);
    });
  } else {
    test('has nothing about its request that could be wrong', () => {
      expect(errorStatuses).not.toContain('400');
      expect(errorStatuses).not.toContain('422');
    });
  }
});
