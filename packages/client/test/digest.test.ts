import type { RequestListener } from 'node:http';
import { createMock } from '@aispm/mock';
import { bundle } from '@aispm/testing/bundle';
import { describe, expect, it } from 'vitest';
import { getItem } from '../generated/fixture/operations.ts';
import { type ContractMismatch, contractDigest, reportContractMismatch } from '../src/digest.ts';
import { getRule } from '../src/generated/operations.ts';
import { createClient, type Hooks } from '../src/index.ts';
import { withServer } from './test-server.ts';

const ids = { folder_id: 'f', item_id: 'i1' };

/** Returns the listener of a service that sends these digests in order; none for `undefined`. */
function sendDigests(...digests: (string | undefined)[]): RequestListener {
  return (_, response) => {
    const digest = digests.shift();
    if (digest !== undefined) response.setHeader('X-Contract-Digest', digest);
    response.setHeader('Content-Type', 'application/json');
    response.end('{"id":"i1","title":"One"}');
  };
}

/** Makes calls to a service that sends these digests; returns the reported mismatches. */
async function findMismatches(calls: number, ...digests: (string | undefined)[]): Promise<ContractMismatch[]> {
  const mismatches: ContractMismatch[] = [];
  await withServer(sendDigests(...digests), async (baseUrl) => {
    const hooks = { response: reportContractMismatch((mismatch) => void mismatches.push(mismatch)) };
    const client = createClient({ baseUrl, hooks });
    for (let call = 0; call < calls; call++) await getItem(client, ids);
  });
  return mismatches;
}

describe('reportContractMismatch', () => {
  it('reports another contract with both digests and the attempt', async () => {
    expect(await findMismatches(1, 'other')).toEqual([
      {
        expected: contractDigest,
        received: 'other',
        attempt: expect.objectContaining({ operation: 'getItem', number: 1 }),
      },
    ]);
  });

  it('reports each different contract once', async () => {
    const mismatches = await findMismatches(5, 'one', 'one', contractDigest, 'two', 'one');
    expect(mismatches.map(({ received }) => received)).toEqual(['one', 'two']);
  });

  it('does not report the same contract, or a response without a digest', async () => {
    expect(await findMismatches(2, contractDigest, undefined)).toEqual([]);
  });

  it('rejects the call with the error of the report', async () => {
    await withServer(sendDigests('other'), async (baseUrl) => {
      const problem = new Error('wrong contract');
      const hooks = { response: reportContractMismatch(() => Promise.reject(problem)) };
      await expect(getItem(createClient({ baseUrl, hooks }), ids)).rejects.toBe(problem);
    });
  });

  it('does not report the mock of the same contract', async () => {
    const mock = await createMock();
    const mismatches: ContractMismatch[] = [];
    const received: (string | null)[] = [];
    const report = reportContractMismatch((mismatch) => void mismatches.push(mismatch));
    const hooks: Hooks = {
      response: (attempt, response) => {
        received.push(response.headers.get('x-contract-digest'));
        return report(attempt, response);
      },
    };
    const client = createClient({ baseUrl: `http://mock.test${mock.basePath}`, token: 't', fetch: mock.fetch, hooks });
    await getRule(client, { tenant_id: 't1', workspace_id: 'w1', rule_id: 'r1' });
    expect([received, mismatches]).toEqual([[contractDigest], []]);
  });

  it('adds the digest only to programs that use it', async () => {
    expect(await bundle(`export * from '@aispm/client';`, import.meta.dirname)).not.toContain(contractDigest);
  });
});
