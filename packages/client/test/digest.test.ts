import type { RequestListener } from 'node:http';
import { createMock } from '@aispm/mock';
import { expect, test } from 'vitest';
import { getItem } from '../generated/fixture/operations.js';
import { type ContractMismatch, contractDigest, reportContractMismatch } from '../src/digest.js';
import { getRule } from '../src/generated/operations.js';
import { createClient, type Hooks } from '../src/index.js';
import { bundle } from './bundle.js';
import { withServer } from './server.js';

const ids = { folder_id: 'f', item_id: 'i1' };

/** Answers by the contracts with these digests, one after the other. */
function contracts(...digests: (string | undefined)[]): RequestListener {
  return (_, response) => {
    const digest = digests.shift();
    if (digest !== undefined) response.setHeader('X-Contract-Digest', digest);
    response.setHeader('Content-Type', 'application/json');
    response.end('{"id":"i1","title":"One"}');
  };
}

async function told(calls: number, ...digests: (string | undefined)[]): Promise<ContractMismatch[]> {
  const mismatches: ContractMismatch[] = [];
  await withServer(contracts(...digests), async (baseUrl) => {
    const hooks = { response: reportContractMismatch((it) => void mismatches.push(it)) };
    const client = createClient({ baseUrl, hooks });
    for (let call = 0; call < calls; call++) await getItem(client, ids);
  });
  return mismatches;
}

test('a service that answers by another contract is reported with both digests and the call', async () => {
  expect(await told(1, 'other')).toEqual([
    {
      expected: contractDigest,
      received: 'other',
      attempt: expect.objectContaining({ operation: 'getItem', number: 1 }),
    },
  ]);
});

test('each other contract is reported once', async () => {
  const mismatches = await told(5, 'one', 'one', contractDigest, 'two', 'one');
  expect(mismatches.map(({ received }) => received)).toEqual(['one', 'two']);
});

test('the same contract, and a service that sends no digest, are not reported', async () => {
  expect(await told(2, contractDigest, undefined)).toEqual([]);
});

test('a report that throws fails the call', async () => {
  await withServer(contracts('other'), async (baseUrl) => {
    const problem = new Error('wrong contract');
    const hooks = { response: reportContractMismatch(() => Promise.reject(problem)) };
    await expect(getItem(createClient({ baseUrl, hooks }), ids)).rejects.toBe(problem);
  });
});

test('the mock of the same contract is no mismatch', async () => {
  const mock = await createMock();
  const mismatches: ContractMismatch[] = [];
  const seen: (string | null)[] = [];
  const report = reportContractMismatch((it) => void mismatches.push(it));
  const hooks: Hooks = {
    response: (attempt, answer) => {
      seen.push(answer.headers.get('x-contract-digest'));
      return report(attempt, answer);
    },
  };
  const client = createClient({ baseUrl: `http://mock.test${mock.basePath}`, token: 't', fetch: mock.fetch, hooks });
  await getRule(client, { tenant_id: 't1', workspace_id: 'w1', rule_id: 'r1' });
  expect([seen, mismatches]).toEqual([[contractDigest], []]);
});

test('a program that does not ask for the report does not carry the digest', async () => {
  expect(await bundle(`export * from '@aispm/client';`)).not.toContain(contractDigest);
});
