import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as client from '@aispm/client';
import { expect, test } from 'vitest';

interface Contract {
  paths: Record<string, Record<string, { operationId?: string; responses?: object }>>;
}

const exported: Record<string, unknown> = { ...client };
const contract: Contract = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@aispm/spec/openapi.json')), 'utf8'),
);
const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { operationId, responses }]) =>
    operationId
      ? [{ id: operationId, method: method.toUpperCase(), path, statuses: Object.keys(responses ?? {}).map(Number) }]
      : [],
  ),
);

test('the contract has operations', () => {
  expect(operations).not.toHaveLength(0);
});

test.each(operations)(
  '$id is a function of the package that knows its method, path and statuses',
  ({ id, method, path, statuses }) => {
    const operation = exported[id] as typeof client.getRule;
    expect(operation).toBeTypeOf('function');
    expect(operation.result).toBeTypeOf('function');
    const { responses, ...metadata } = operation.metadata;
    expect(metadata).toMatchObject({ id, method, path });
    expect(Object.keys(responses).map(Number)).toEqual(statuses.sort());
  },
);

test('the package exports nothing else that can be called than what is written by hand', () => {
  const functions = Object.entries(exported)
    .filter(([, value]) => typeof value === 'function')
    .map(([name]) => name);
  const byHand = [
    'createClient',
    'paginate',
    'runToEnd',
    'waitForRun',
    'tableRows',
    'isTimeoutError',
    'TimeoutError',
    'ApiError',
    'ConnectionError',
    'DecodeError',
    'isApiError',
    'isConnectionError',
    'isDecodeError',
  ];
  expect(functions.sort()).toEqual([...byHand, ...operations.map((it) => it.id)].sort());
});
