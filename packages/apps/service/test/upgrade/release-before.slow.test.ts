/**
 * A rolling upgrade: processes of the release before and of this one share a database, whose tables this one has brought up to date
 * while the older ones were running. Needs the history of the repository, and is skipped with a notice where it's incomplete.
 *
 * @module-tag long
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { examine, textReport } from '@aispm/conformance';
import type { LlmInteractionIngestion, NewLlmInteraction, ScanDocument } from '@aispm/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import { OPERATIONS } from '../../src/platform/contract/contract.ts';
import { EXAMPLE_PATHS } from '../contract-examples.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { type Program, type ServingProgram, serveProgram, startProgram } from '../faults/program.ts';
import { createRandom } from '../isolation/random.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { type BuiltRelease, buildRelease, hasRelease, RELEASE_BEFORE } from './release-before.ts';

const { tenantId, workspaceId } = SAMPLE_WORKSPACE;
const T = `tenants/${tenantId}/workspaces/${workspaceId}`;

let release: BuiltRelease;
let url: string;
let token: string;
let older: ServingProgram;
let newer: ServingProgram;
const programs: Program[] = [];

const settings = () => ({ DATABASE_URL: url, RUN_WORKER: 'false', DEMO: 'true' });

async function serve(command?: string): Promise<ServingProgram> {
  const program = await serveProgram(settings(), [], command);
  programs.push(program);
  return program;
}

/** Starts a process that executes jobs, and waits until it does. */
async function work(command?: string): Promise<Program> {
  const program = startProgram(['worker'], { DATABASE_URL: url, LOG_LEVEL: 'warn' }, [], command);
  programs.push(program);
  await expect.poll(() => program.output, { timeout: TIMEOUT_MS }).toContain('waits for jobs');
  return program;
}

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses of many operations
  body: any;
}

async function send({ baseUrl }: ServingProgram, path: string, body?: unknown, key?: string): Promise<Reply> {
  const response = await fetch(`${baseUrl}/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

/** The operations that read, and that both releases have, with the records of the example. */
function listReads(): string[] {
  const { paths } = JSON.parse(readFileSync(release.contract, 'utf8')) as { paths: Record<string, object> };
  return [...OPERATIONS.values()]
    .filter(({ method, path }) => method === 'GET' && Object.hasOwn(paths[path] ?? {}, 'get'))
    .map(({ operationId, path, parameters }) => {
      const own = path.replace(/\{(\w+)\}/g, (_, name) => EXAMPLE_PATHS.get(operationId)?.[name] ?? '');
      const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
      const query = new URLSearchParams(
        Object.fromEntries(required.map(({ name }) => [name, REQUIRED_QUERY[name] ?? ''])),
      );
      return `${own.slice(1)}?${query}`;
    });
}

/** Values of the required query parameters of all reads. */
const REQUIRED_QUERY: Readonly<Record<string, string>> = {
  start_time: '2026-11-01T00:00:00Z',
  end_time: '2026-11-28T00:00:00Z',
  interval: 'day',
  query: 'customs',
};

/** Expects the same of both processes, apart from members that the release before doesn't have. */
async function compareReads(): Promise<number> {
  let count = 0;
  for (const path of listReads()) {
    const [before, now] = [await send(older, path), await send(newer, path)];
    expect([path, now.status]).toEqual([path, before.status]);
    expect([200, 404]).toContain(before.status);
    if (typeof before.body === 'object') expect({ path, ...now.body }).toMatchObject({ path, ...before.body });
    else expect(now.body).toBe(before.body);
    if (before.status === 200) count += 1;
  }
  return count;
}

/** Time to install and build a release, in milliseconds. */
const BUILD_MS = 30 * 60_000;

const canBuild = await hasRelease(RELEASE_BEFORE);
if (!canBuild)
  process.stderr.write(
    `NOT TESTED: whether ${RELEASE_BEFORE} runs beside these tables, because the history of this checkout does not contain it. Run git fetch --unshallow.\n`,
  );

describe.skipIf(!canBuild)('next to the previous release,', () => {
  beforeAll(async () => {
    release = await buildRelease(RELEASE_BEFORE);
    url = await freshPostgresUrl('empty');
    older = await serve(release.service);
    token = /aispm_[\w-]+/.exec(older.output)?.[0] ?? '';
    newer = await serve();
  }, BUILD_MS);
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.end()));
    await release?.remove();
  });

  it('every operation that reads returns the same in both', async () => {
    expect(await compareReads()).toBeGreaterThan(30);
  });

  it('both concurrently store interactions, and the counts of both equal what was stored', async () => {
    const random = createRandom('interactions of two releases');
    const ids = Array.from({ length: 300 }, (_, index) => `both-${index}`);
    const minutes = Array.from({ length: 90 }, (_, index) => new Date(Date.UTC(2026, 10, 20, 10, index)).toISOString());
    const createBatch = (): NewLlmInteraction[] =>
      Array.from({ length: 20 }, () => ({
        llm_interaction_id: random.pick(ids),
        operation_name: 'chat',
        provider_name: 'p',
        started_at: random.pick(minutes),
      }));
    const stored = new Set<string>();
    await Promise.all(
      [older, newer].map(async (process) => {
        for (let count = 0; count < 20; count += 1) {
          const { status, body } = await send(process, `aispm-llm-interactions/${T}`, {
            interactions: createBatch(),
          });
          expect({ status, body }).toMatchObject({ status: 201, body: { rejected_count: 0 } });
          for (const result of (body as LlmInteractionIngestion).results) stored.add(result.llm_interaction_id ?? '');
        }
      }),
    );
    const window = `start_time=2026-11-20T10:00:00Z&end_time=2026-11-20T11:30:00Z`;
    const count = async (process: ServingProgram) =>
      (await send(process, `aispm-llm-interactions-dash/${T}/counts?${window}`)).body.total;
    const worker = await work();
    await expect.poll(() => count(older), { timeout: TIMEOUT_MS }).toBe(stored.size);
    expect(await count(newer)).toBe(stored.size);
    await worker.end();
  });

  it('a request that is repeated with its Idempotency-Key at the other release is executed once', async () => {
    for (const [first, second] of [
      [older, newer],
      [newer, older],
    ] as const) {
      const key = randomUUID();
      const view = { name: `View ${key}`, entity: 'agents', columns: ['aispm_object_id'] };
      const created = await send(first, 'views', view, key);
      expect(created.status).toBe(201);
      expect(await send(second, 'views', view, key)).toEqual(created);
    }
  });

  it('a process of the previous release restarts on the newer tables', async () => {
    await older.end('SIGKILL');
    older = await serve(release.service);
    expect((await send(older, 'aispm-dashboard')).status).toBe(200);
  });

  /** A scan of an agent in its own repository. */
  const scanOf = (target: string): ScanDocument => ({
    scan_type: 'code',
    target,
    tool_name: 'scanner',
    tool_version: '1',
    objects: [
      {
        key: 'repository',
        stable_key: target,
        object_type: 'asset',
        aispm_friendly_name: target,
        asset_type: 'repository',
      },
      { key: 'agent', stable_key: `${target}#agent`, object_type: 'agent', aispm_friendly_name: `Agent of ${target}` },
    ],
    edges: [],
    locations: [],
    occurrences: [],
  });

  it.each([
    ['this release', 'the release before', () => newer, () => work(release.service)],
    ['the release before', 'this release', () => older, () => work()],
  ] as const)('jobs that %s has accepted are executed by %s', async (_, __, getApi, startWorker) => {
    const api = getApi();
    const { status, body: scan } = await send(api, `scans/${T}`, scanOf(`rolling-${randomUUID()}`));
    expect(status).toBe(202);
    const worker = await startWorker();
    const readScan = async () => (await send(api, `scans/${T}/${scan.scan_id}`)).body.status;
    await expect.poll(readScan, { timeout: TIMEOUT_MS }).toBe('completed');
    const { body: view } = await send(api, 'views', {
      name: 'Agents',
      entity: 'agents',
      columns: ['aispm_friendly_name'],
    });
    const { body: file } = await send(api, `views/${view.id}/export`, {});
    const path = `views/${view.id}/export/${file.export_workflow_id}`;
    await expect
      .poll(async () => (await send(api, path)).body.export_status, { timeout: TIMEOUT_MS })
      .toBe('completed');
    for (const process of [older, newer]) {
      expect((await send(process, `${path}/download`)).body).toContain(`Agent of ${scan.target}`);
      expect((await send(process, `scans/${T}/${scan.scan_id}`)).body).toMatchObject({
        ai_object_count: 1,
        is_current: true,
      });
    }
    await worker.end();
  });

  it('every operation of the previous release conforms to its contract while this release executes jobs', async () => {
    const worker = await work();
    const child = spawn(
      process.execPath,
      [release.conformance, '--base-url', older.baseUrl, '--write', '--leave-records', '--strict', '--timeout', '60'],
      { env: { PATH: process.env.PATH, AISPM_TOKEN: token }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code, output).toBe(0);
    await worker.end();
  });

  it('every operation of this release conforms to its contract while the previous release executes jobs', async () => {
    const worker = await work(release.service);
    const report = await examine({
      baseUrl: newer.baseUrl,
      token,
      tenant: tenantId,
      workspace: workspaceId,
      write: true,
      leaveRecords: true,
      strict: true,
      timeout: 60,
    });
    expect(
      report.results.filter(({ outcome }) => outcome === 'failed'),
      textReport(report),
    ).toEqual([]);
    await worker.end();
  });

  it('every operation that reads returns the same in both afterwards', async () => {
    expect(await compareReads()).toBeGreaterThan(30);
  });

  it('both processes have reported no error', () => {
    for (const { output } of programs) expect(output).not.toContain('"level":50');
  });
});
