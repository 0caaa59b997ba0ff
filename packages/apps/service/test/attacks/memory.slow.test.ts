/** Memory doesn't grow under load with bodies that are too large, too deep or not valid. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_MAX_BODY_BYTES as MAX_BODY_BYTES } from '../../src/platform/contract/contract.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { prepareKey } from '../databases/prepare-key.ts';
import { send } from '../faults/load.ts';
import { type ServingProgram, serveProgram } from '../faults/program.ts';
import { exchange, head, sendEndlessChunks } from './wire.ts';

const ENTRY = '/api/v1/client-storage/users/attacks/ns/entry';
const MIB = 1024 * 1024;
/** Rounds before the first measurement, in which the heaps of the process grow. */
const WARM_UP_ROUNDS = 16;
/** Rounds of one measurement. */
const MEASURED_ROUNDS = 3;
/** Rounds between two measurements: in these and one measurement 160 MiB of each type of body are sent. */
const ROUNDS_BETWEEN = 17;
/**
 * Less than a quarter of that, so that a leak of one type is detected, and several times the variation due to the garbage collector.
 */
const MAX_GROWTH = 32 * MIB;

let program: ServingProgram;
let token: string;

beforeAll(async () => {
  const url = await freshPostgresUrl();
  token = await prepareKey(url);
  program = await serveProgram({
    DATABASE_URL: url,
    METRICS_PORT: '0',
    // A small heap reaches its final size after few requests.
    NODE_OPTIONS: '--max-old-space-size=128',
  });
});
afterAll(async () => {
  await program?.end('SIGKILL');
});

const put = (body: string) => send(`${program.origin}${ENTRY}`, token, { method: 'PUT', body });
const putHead = (headers: Record<string, string>) =>
  head(`PUT ${ENTRY}`, { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers });

it('memory does not grow under load with large bodies', async () => {
  const memory = async () => {
    const [, address = ''] = /metrics are at (\S+)/.exec(program.output) ?? [];
    const text = await (await fetch(address)).text();
    return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]);
  };
  const count = 50_000;
  // All of the maximum size, or larger: nested too deep, valid, with an unknown member, too large.
  const bodies = [
    `{"value":${'['.repeat(count)}${']'.repeat(count)}}`.padEnd(MAX_BODY_BYTES),
    '{"value":{}}'.padEnd(MAX_BODY_BYTES),
    `{"value":{},"more":[${'1,'.repeat(count)}1]}`.padEnd(MAX_BODY_BYTES),
    `{"value":"${'x'.repeat(MAX_BODY_BYTES)}"}`,
  ];
  /** Returns the minimum memory of the process after one of the rounds: anything above it depends on the garbage collector. */
  const flood = async (rounds: number) => {
    let minimum = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all([
        ...bodies.flatMap((body) => Array.from({ length: 8 }, () => put(body))),
        exchange(program.origin, head(`GET ${ENTRY}`, { 'X-Long': 'x'.repeat(64 * 1024) })),
        sendEndlessChunks(program.origin, putHead({ 'Transfer-Encoding': 'chunked' })),
      ]);
      minimum = Math.min(minimum, await memory());
    }
    return minimum;
  };
  expect(await Promise.all(bodies.map(async (body) => (await put(body)).status))).toEqual([400, 201, 400, 413]);
  await flood(WARM_UP_ROUNDS);
  const before = await flood(MEASURED_ROUNDS);
  await flood(ROUNDS_BETWEEN);
  const growth = (await flood(MEASURED_ROUNDS)) - before;
  console.info(
    `memory ${Math.round(before / MIB)} MiB, ${Math.round(growth / MIB)} MiB more after ${ROUNDS_BETWEEN + MEASURED_ROUNDS} rounds`,
  );
  expect(before).toBeGreaterThan(0);
  expect(growth).toBeLessThan(MAX_GROWTH);
  expect((await fetch(`${program.origin}/readyz`)).status).toBe(200);
});
