import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownClient, type Peer, peers, plainFetch } from '../peers.ts';
import { loadCalls, stubFetch, TIMED_CALLS } from '../speed.ts';
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

  it('counts type instantiations: openapi-fetch needs thousands', async () => {
    expect(await countInstantiations(openapiFetch, root)).toBeGreaterThan(5_000);
  });
});
