import { join } from 'node:path';
import { expect, test } from 'vitest';
import { instantiationsOf } from '../instantiations.ts';
import { ours, type Peer, peers } from '../peers.ts';

const root = join(import.meta.dirname, '../generated');

test('a program with 20 calls costs no more than 100 type instantiations', async () => {
  expect(await instantiationsOf(ours, root)).toBeLessThanOrEqual(100);
});

test('the same program with openapi-fetch costs thousands, so they are really counted', async () => {
  const peer = peers.find(({ name }) => name === 'openapi-fetch') as Peer;
  expect(await instantiationsOf(peer, root)).toBeGreaterThan(5_000);
});
