import { sql } from 'kysely';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ensureWorkspace } from '../../src/composition/workspaces.ts';
import { evaluationRunJob } from '../../src/domains/evaluations/runs/job.ts';
import { startRun } from '../../src/domains/evaluations/runs/run-states.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Job, JobKind } from '../../src/platform/jobs/job.ts';
import { Jobs } from '../../src/platform/jobs/jobs.ts';
import { isHeldBy, isRow } from '../../src/platform/jobs/leases.ts';
import type { Services } from '../../src/platform/services/services.ts';
import { describeOnDatabases, freshDatabase } from '../databases/databases.ts';
import { addAgent, attach, WORKSPACE } from '../evaluations/fixture.ts';
import { isFree } from '../garbage.ts';
import { TIMEOUT_MS } from '../timeouts.ts';

const { table } = evaluationRunJob;

/** Returns a job type with up to three attempts. */
function createKind(run: (job: Job) => Promise<void>): JobKind {
  return { ...evaluationRunJob, delaySeconds: 0, retries: 2, run };
}

/** Runs until the job is stopped. */
function waitForAbort({ signal }: Job): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Completes the row of a job. */
async function complete(job: Job): Promise<void> {
  await job.database((db) =>
    db
      .updateTable('evaluation_runs')
      .set({ status: 'completed', finished_at: sql`now()` })
      .where(isRow(table, job))
      .where(isHeldBy(job.lease))
      .execute(),
  );
}

function createJobs(database: Database, kind: JobKind): Jobs {
  const services = { database, log: pino({ level: 'silent' }), metrics: new Registry() } as unknown as Omit<
    Services,
    'jobs'
  >;
  return new Jobs(services, { kinds: [kind], tasks: [], executesJobs: true });
}

/** Inserts a queued row. */
async function insertQueuedRow(database: Database): Promise<{ tenantId: string; workspaceId: string; id: string }> {
  const attached = await attach(database, await addAgent(database));
  const run = await database.system((db) => startRun(db, { ...WORKSPACE, id: attached }, 'manual'));
  return { ...WORKSPACE, id: run?.id ?? '' };
}

const readRow = (database: Database, id: string) =>
  database.system((db) => db.selectFrom('evaluation_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow());

describeOnDatabases('jobs', (name) => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(name);
    await ensureWorkspace(database, WORKSPACE);
  });
  afterAll(() => database.close());

  it('are released from memory when they have ended', async () => {
    let signal: WeakRef<AbortSignal> | undefined;
    const kind = createKind(async (job) => {
      signal = new WeakRef(job.signal);
      await complete(job);
    });
    const jobs = createJobs(database, kind);
    await jobs.start();
    const reference = await insertQueuedRow(database);
    jobs.wake(kind);
    await expect.poll(async () => (await readRow(database, reference.id)).status).toBe('completed');
    await expect.poll(() => signal && isFree(signal)).toBe(true);
    await jobs.stop(5_000);
  });

  it('start when their process is notified, finish before it stops, and never run twice', async () => {
    const executed: string[] = [];
    const released = Promise.withResolvers<void>();
    const kind = createKind(async (job) => {
      executed.push(job.id);
      await released.promise;
      await complete(job);
    });
    const jobs = createJobs(database, kind);
    await jobs.start();
    const row = await insertQueuedRow(database);
    for (let count = 0; count < 3; count += 1) jobs.wake(kind);
    await vi.waitUntil(() => executed.length > 0, { timeout: TIMEOUT_MS });
    const stopped = jobs.stop(60_000);
    released.resolve();
    await stopped;
    expect(executed).toEqual([row.id]);
    expect(await readRow(database, row.id)).toMatchObject({ status: 'completed', attempt: 1 });
  });

  it('continue in the next process when theirs stops, for as many attempts as their type allows', async () => {
    const attempts: number[] = [];
    const kind = createKind(async (job) => {
      attempts.push(job.attempt);
      await waitForAbort(job);
    });
    const row = await insertQueuedRow(database);
    for (const attempt of [1, 2, 3]) {
      const jobs = createJobs(database, kind);
      await jobs.start();
      await vi.waitUntil(() => attempts.length === attempt, { timeout: TIMEOUT_MS });
      await jobs.stop(0);
    }
    expect(attempts).toEqual([1, 2, 3]);
    expect(await readRow(database, row.id)).toMatchObject({ status: 'failed', error_kind: 'worker_lost', attempt: 3 });
  });

  it('fail when they throw or time out, with a message without internals', async () => {
    const broken = createKind(async () => {
      throw new Error('password=secret');
    });
    const slow = { ...createKind(waitForAbort), timeoutMs: 50 };
    for (const [kind, error_kind] of [
      [broken, 'internal'],
      [slow, 'timeout'],
    ] as const) {
      const jobs = createJobs(database, kind);
      await jobs.start();
      const row = await insertQueuedRow(database);
      jobs.wake(kind);
      await vi.waitUntil(async () => (await readRow(database, row.id)).finished_at !== null, { timeout: TIMEOUT_MS });
      const { error_message, ...ended } = await readRow(database, row.id);
      expect(ended).toMatchObject({ status: 'failed', error_kind });
      expect(error_message).not.toContain('secret');
      await jobs.stop(1_000);
    }
  });

  it('run again after the database ended a statement, for as many attempts as their type allows', async () => {
    for (const [failures, ended] of [
      [2, { status: 'completed', attempt: 3 }],
      [3, { status: 'failed', error_kind: 'internal', attempt: 3 }],
    ] as const) {
      const kind = createKind(async (job) => {
        if (job.attempt <= failures) throw Object.assign(new Error('The statement took too long.'), { code: '57014' });
        await complete(job);
      });
      const jobs = createJobs(database, kind);
      await jobs.start();
      const row = await insertQueuedRow(database);
      jobs.wake(kind);
      await vi.waitUntil(async () => (await readRow(database, row.id)).finished_at !== null, { timeout: TIMEOUT_MS });
      await jobs.stop(1_000);
      expect(await readRow(database, row.id)).toMatchObject(ended);
    }
  });

  it('start when they were queued before their process', async () => {
    const kind = createKind(complete);
    const row = await insertQueuedRow(database);
    const jobs = createJobs(database, kind);
    await jobs.start();
    await vi.waitUntil(async () => (await readRow(database, row.id)).status === 'completed', { timeout: TIMEOUT_MS });
    await jobs.stop(1_000);
  });
});

it('jobs start when another process has queued them', async () => {
  const database = await freshDatabase('postgres', 3);
  await ensureWorkspace(database, WORKSPACE);
  const jobs = createJobs(database, createKind(complete));
  await jobs.start();
  // No one wakes this one.
  const row = await insertQueuedRow(database);
  await vi.waitUntil(async () => (await readRow(database, row.id)).status === 'completed', { timeout: TIMEOUT_MS });
  await jobs.stop(1_000);
  await database.close();
});
