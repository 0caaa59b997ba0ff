import { join } from 'node:path';
import { expect, test } from 'vitest';
import { instantiationsOf } from '../instantiations.ts';
import { bare, ours, type Peer, peers } from '../peers.ts';
import { load, stub, timed } from '../speed.ts';

const root = join(import.meta.dirname, '../generated/test');
const openapiFetch = peers.find(({ name }) => name === 'openapi-fetch') as Peer;

/** What a client sends for the timed calls. */
async function requestsOf(peer: Peer): Promise<object[]> {
  const seen: object[] = [];
  const calls = await load(peer, root, async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    seen.push({ method, url, authorization: headers.get('authorization'), body: await request.clone().text() });
    return stub(timed)(request);
  });
  for (const { id } of timed) await calls[id]?.();
  return seen;
}

test.each([ours, openapiFetch])(
  '$name sends what is sent by hand, so that like is compared with like',
  async (peer) => {
    const byHand = await requestsOf(bare);
    expect(byHand).toHaveLength(3);
    expect(await requestsOf(peer)).toEqual(byHand);
  },
);

test('type instantiations are really counted: openapi-fetch needs thousands', async () => {
  expect(await instantiationsOf(openapiFetch, root)).toBeGreaterThan(5_000);
});
