/** Behavior follows from what the contract declares, and not from its English. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMock } from '@aispm/mock';
import { isFilterParameter, type JsonObject, visitNodes } from '@aispm/openapi';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BASE, operations, samplePath, TOKEN } from './support.ts';

// With state, active runs and scans go on with the time.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const document = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@aispm/spec/openapi.json')), 'utf8'),
) as JsonObject;

/** Returns the contract with every description as `x`; descriptions in examples are data. */
function withoutDescriptions(): JsonObject {
  const copy = structuredClone(document);
  visitNodes(copy, (node, keys) => {
    const isData = keys.includes('examples') || keys.includes('example');
    if (!isData && typeof node.description === 'string') node.description = 'x';
  });
  return copy;
}

const [described, undescribed] = await Promise.all(
  [document, withoutDescriptions()].map((contract) => createMock({ stateful: true, contract: contract as never })),
);

/** The requests with a filter or an order that a list accepts: each parameter with its example, or with one of its values. */
const requests = operations
  .filter(({ method, iid }) => method === 'get' && iid.startsWith('list'))
  .flatMap((operation) => {
    const path = samplePath(operation);
    const queries = (operation.request?.query ?? []).flatMap(({ name, schema, required, examples = [] }) => {
      const values = (schema?.enum ?? (schema?.items as { enum?: unknown[] } | undefined)?.enum ?? []) as unknown[];
      const [example] = examples.flatMap((each) => ('value' in each ? [each.value].flat() : []));
      const isSelection = !required && (isFilterParameter(name) || name === 'sort' || name === 'order');
      return isSelection
        ? [...values, example].filter(Boolean).map((value) => `${name}=${encodeURIComponent(String(value))}`)
        : [];
    });
    return ['', ...queries].map((query) => `${path}page_size=100&${query}`);
  });

describe('a contract whose descriptions all read x', () => {
  it.each(requests)('has the same response to %s', async (path) => {
    const [expected, received] = await Promise.all(
      [described, undescribed].map(async (mock) => {
        const response = await mock?.fetch(`${BASE}${path}`, { headers: TOKEN });
        return { status: response?.status, body: await response?.json() };
      }),
    );
    expect(received).toEqual(expected);
    expect(received?.status).toBe(200);
  });
});
