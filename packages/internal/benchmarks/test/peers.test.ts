import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownClient, type Peer, peers, plainFetch } from '../peers.ts';
import { describeOverheads, loadCalls, stubFetch, TIMED_CALLS } from '../speed.ts';
import { countInstantiations } from '../type-instantiations.ts';

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
  it.each([ownClient, openapiFetch])('compares equal requests: $name sends the same as plain fetch', async (peer) => {
    const expected = await sentRequests(plainFetch);
    expect(expected).toHaveLength(3);
    expect(await sentRequests(peer)).toEqual(expected);
  });

  it('compares the overhead with that of the best peer with retries', () => {
    const others = peers.filter(({ retries }) => retries);
    const slower: Peer = { ...openapiFetch, name: 'slower', retries: true };
    const speeds = new Map<Peer, number[] | string>([
      [ownClient, [1.15, 1.03, 1.2]],
      [openapiFetch, [1.01, 1.01, 1.01]],
      [slower, [1.9, 1.9, 1.9]],
      ...others.map((peer): [Peer, number[]] => [peer, [1.2, 1.06, 1.2]]),
    ]);
    expect(describeOverheads(speeds).split('\n').slice(1)).toEqual([
      '- getRule: 25 % less than redocly generate-client (0.150 and 0.200 of plain fetch)',
      '- listRules: 50 % less than redocly generate-client (0.030 and 0.060 of plain fetch)',
      '- createAgentEvaluation: 0 % less than redocly generate-client (0.200 and 0.200 of plain fetch)',
    ]);
    expect(describeOverheads(new Map([[ownClient, 'fails']]))).toContain('getRule: not measured');
  });

  it('counts type instantiations: openapi-fetch needs thousands', async () => {
    expect(await countInstantiations(openapiFetch, root)).toBeGreaterThan(5_000);
  });
});
