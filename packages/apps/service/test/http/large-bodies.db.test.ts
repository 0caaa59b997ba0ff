/** Bodies above the default limit wait for their turn on disk. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../../src/platform/contract/contract.ts';
import { Mutex } from '../../src/platform/core/mutex.ts';
import { startService, type TestService } from '../service.ts';
import { TIMEOUT_MS } from '../timeouts.ts';

/** The maximum number of waiting requests. */
const MAX_WAITING = 32;
const SCANS = `/scans/tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;
const LARGE = `${' '.repeat(DEFAULT_MAX_BODY_BYTES)}{}`;
let service: TestService;
let token: string;

beforeEach(async () => {
  // A separate folder: other services of the machine write bodies to the usual one.
  vi.stubEnv('TMPDIR', mkdtempSync(join(tmpdir(), 'large-bodies-')));
  service = await startService('postgres');
  token = await service.key([SAMPLE_WORKSPACE]);
});
afterEach(async () => {
  await service.close();
  rmSync(tmpdir(), { recursive: true });
  vi.unstubAllEnvs();
});

const listFiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith('aispm-body-'));
const submit = (body: string, signal?: AbortSignal) =>
  service.send(SCANS, {
    method: 'POST',
    token,
    body,
    headers: { 'content-type': 'application/json' },
    ...(signal && { signal }),
  });
const waitForFiles = (count: number) => vi.waitUntil(() => listFiles().length === count, { timeout: TIMEOUT_MS });

it('a request with a large body waits for its turn, and one with a small body does not', async () => {
  const endTurn = await service.service.services.largeTasks.acquire(AbortSignal.timeout(TIMEOUT_MS));
  const large = submit(LARGE);
  await waitForFiles(1);
  expect((await submit('{}')).status).toBe(400);
  endTurn?.();
  expect((await large).status).toBe(400);
  expect(listFiles()).toEqual([]);
});

it('a request gets 503 with Retry-After if too many large bodies are waiting', async () => {
  const endTurn = await service.service.services.largeTasks.acquire(AbortSignal.timeout(TIMEOUT_MS));
  const waiting = Array.from({ length: MAX_WAITING }, () => submit(LARGE));
  await waitForFiles(MAX_WAITING);
  const rejected = await submit(LARGE);
  expect([rejected.status, await rejected.json()]).toEqual([
    503,
    { code: 503, reason: 'unavailable', message: expect.stringContaining('Retry in') },
  ]);
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  endTurn?.();
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([400]));
  expect(listFiles()).toEqual([]);
});

it('the next request gets the turn of a client that disconnected', async () => {
  const endTurn = await service.service.services.largeTasks.acquire(AbortSignal.timeout(TIMEOUT_MS));
  const gone = new AbortController();
  const aborted = submit(LARGE, gone.signal).catch(() => 'aborted');
  await waitForFiles(1);
  gone.abort();
  expect(await aborted).toBe('aborted');
  endTurn?.();
  expect((await submit(LARGE)).status).toBe(400);
  await waitForFiles(0);
});

it('a mutex is acquired in order, skipping requests that no longer wait', async () => {
  const mutex = new Mutex();
  const order: string[] = [];
  const end = await mutex.acquire(AbortSignal.timeout(TIMEOUT_MS));
  const run = (name: string, signal = AbortSignal.timeout(TIMEOUT_MS)) =>
    mutex.runExclusive(signal, async () => void order.push(name)).catch(() => order.push(`${name} gave up`));
  const stop = new AbortController();
  const [first, second, third, late] = [
    run('first'),
    run('second', stop.signal),
    run('third'),
    run('late', AbortSignal.abort()),
  ];
  stop.abort();
  await Promise.all([second, late]);
  end?.();
  end?.();
  await Promise.all([first, third]);
  expect(order).toEqual(expect.arrayContaining(['second gave up', 'late gave up']));
  expect(order.filter((name) => !name.endsWith('gave up'))).toEqual(['first', 'third']);
});
