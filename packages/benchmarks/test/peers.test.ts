import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownClient, type Peer, peers, plainFetch } from '../src/client/peers.ts';
import { describeOverheads, loadCalls, stubFetch, TIMED_CALLS } from '../src/client/speed.ts';
import { countInstantiations } from '../src/client/type-instantiations.ts';

const root = join(import.meta.dirname, '../generated/test');
const openapiFetch = peers.find(({ name }) => name === 'openapi-fetch') as Peer;

/** Returns the requests of a client for the timed calls. */
async function sentRequests(peer: Peer): Promise<object[]> {
  const requests: object[] = [];
  const calls = await loadCalls(peer, root, async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    requests.push({ method, url, authorization: headers.get('authorization'), body: await request.clone().text() });
    return stubFetch(TIMED_CALLS)(request);
  });
  for (const { id } of TIMED_CALLS) await calls[id]?.();
  return requests;
}

describe('the benchmark', () => {
  it.each([ownClient, openapiFetch])(
    'compares equal requests: $name sends the same request as plain fetch',
    async (peer) => {
      const expected = await sentRequests(plainFetch);
      expect(expected).toHaveLength(3);
      expect(await sentRequests(peer)).toEqual(expected);
    },
  );

  it('compares the overhead with the best peer with retries', () => {
    const others = peers.filter(({ retries }) => retries);
    const slower: Peer = { ...openapiFetch, name: 'slower', retries: true };
    const speeds = new Map<Peer, number[] | string>([
      [ownClient, [1.15, 1.03, 1.2]],
      [openapiFetch, [1.01, 1.01, 1.01]],
      [slower, [1.9, 1.9, 1.9]],
      ...others.map((peer): [Peer, number[]] => [peer, [1.2, 1.06, 1.2]]),
    ]);
    const peer = 'redocly generate-client, the best peer with retries';
    expect(describeOverheads(speeds)).toEqual([
      `Overhead of getRule beyond plain fetch: 15.0 %; with ${peer}, 20.0 %.`,
      `Overhead of listRules beyond plain fetch: 3.0 %; with ${peer}, 6.0 %.`,
      `Overhead of createAgentEvaluation beyond plain fetch: 20.0 %; with ${peer}, 20.0 %.`,
    ]);
    expect(describeOverheads(new Map([[ownClient, 'fails']]))).toContain('The overhead of getRule was not measured.');
  });

  it('counts type instantiations: openapi-fetch needs thousands', async () => {
    expect(await countInstantiations(openapiFetch, root)).toBeGreaterThan(5_000);
  });
});
