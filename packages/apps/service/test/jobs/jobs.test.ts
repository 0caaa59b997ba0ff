import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ensureWorkspace } from '../../src/composition/workspaces.ts';
import { evaluationRunJob } from '../../src/domains/evaluations/job.ts';
import { startRun } from '../../src/domains/evaluations/run-states.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import type { Job, JobKind } from '../../src/platform/jobs/job.ts';
import { Jobs } from '../../src/platform/jobs/jobs.ts';
import { isHeldBy, isRow } from '../../src/platform/jobs/leases.ts';
import type { Services } from '../../src/platform/services.ts';
import { describeOnDatabases, freshDatabase, freshPostgresUrl } from '../databases/databases.ts';
import { patientPostgres } from '../databases/patient-postgres.ts';
import { addAgent, attach, WORKSPACE } from '../evaluations/fixture.ts';
import { isFree } from '../garbage.ts';
import { PATIENCE_MS } from '../patience.ts';

const { table } = evaluationRunJob;

/** Returns a kind of jobs with up to three attempts. */
function createKind(run: (job: Job) => Promise<void>): JobKind {
  return { ...evaluationRunJob, retries: 2, run };
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

function createJobs(database: Database, kind: JobKind, executesJobs = true): Jobs {
  const services = { database, log: pino({ level: 'silent' }), metrics: new Registry() } as unknown as Omit<
    Services,
    'jobs'
  >;
  return new Jobs(services, { kinds: [kind], tasks: [], executesJobs });
}

/**
 * Inserts a queued row.
 *
 * @param ageSeconds age of the row. A row from the future is not found by the periodic check: it starts only when it is
 *   announced.
 */
async function insertQueuedRow(
  database: Database,
  ageSeconds = -3600,
): Promise<{ tenantId: string; workspaceId: string; id: string }> {
  const attached = await attach(database, await addAgent(database));
  const run = await database.system((db) => startRun(db, { ...WORKSPACE, id: attached }, 'manual'));
  const id = run?.id ?? '';
  await database.system((db) =>
    db
      .updateTable('evaluation_runs')
      .set({ created_at: sql`now() - make_interval(secs => ${ageSeconds}::integer)` })
      .where('id', '=', id)
      .execute(),
  );
  return { ...WORKSPACE, id };
}

const readRow = (database: Database, id: string) =>
  database.system((db) => db.selectFrom('evaluation_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow());

describeOnDatabases('jobs', { quickOnEmbedded: true }, (name) => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(name);
    await ensureWorkspace(database, WORKSPACE);
  });
  afterAll(() => database.close());

  it('leave nothing in memory when they have ended', async () => {
    let signal: WeakRef<AbortSignal> | undefined;
    const kind = createKind(async (job) => {
      signal = new WeakRef(job.signal);
      await complete(job);
    });
    const jobs = createJobs(database, kind);
    await jobs.start();
    const reference = await insertQueuedRow(database);
    await jobs.enqueue(kind, reference);
    await expect.poll(async () => (await readRow(database, reference.id)).status).toBe('completed');
    await expect.poll(() => signal && isFree(signal)).toBe(true);
    await jobs.stop(5_000);
  });

  it('start when announced, finish before the process stops, and never run twice', async () => {
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
    await Promise.all([jobs.enqueue(kind, row), jobs.enqueue(kind, row), jobs.enqueue(kind, row)]);
    await vi.waitUntil(() => executed.length > 0, { timeout: PATIENCE_MS });
    const stopped = jobs.stop(60_000);
    released.resolve();
    await stopped;
    expect(executed).toEqual([row.id]);
    expect(await readRow(database, row.id)).toMatchObject({ status: 'completed', attempt: 1 });
  });

  it('continue in the next process when theirs stops, for as many attempts as their kind allows', async () => {
    const attempts: number[] = [];
    const kind = createKind(async ({ attempt, signal }) => {
      attempts.push(attempt);
      await delay(60_000, undefined, { signal });
    });
    const row = await insertQueuedRow(database);
    for (const attempt of [1, 2, 3]) {
      const jobs = createJobs(database, kind);
      await jobs.start();
      await jobs.enqueue(kind, row);
      await vi.waitUntil(() => attempts.length === attempt, { timeout: PATIENCE_MS });
      await jobs.stop(0);
    }
    expect(attempts).toEqual([1, 2, 3]);
    expect(await readRow(database, row.id)).toMatchObject({ status: 'failed', error_kind: 'worker_lost', attempt: 3 });
  });

  it('fail when they throw or time out, with a message without internals', async () => {
    const broken = createKind(async () => {
      throw new Error('password=secret');
    });
    const slow = { ...createKind(({ signal }) => delay(60_000, undefined, { signal })), timeoutMs: 50 };
    for (const [kind, error_kind] of [
      [broken, 'internal'],
      [slow, 'timeout'],
    ] as const) {
      const jobs = createJobs(database, kind);
      await jobs.start();
      const row = await insertQueuedRow(database);
      await jobs.enqueue(kind, row);
      await vi.waitUntil(async () => (await readRow(database, row.id)).finished_at !== null, { timeout: PATIENCE_MS });
      const { error_message, ...ended } = await readRow(database, row.id);
      expect(ended).toMatchObject({ status: 'failed', error_kind });
      expect(error_message).not.toContain('secret');
      await jobs.stop(1_000);
    }
  });

  it('run again after the database ended a statement, for as many attempts as their kind allows', async () => {
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
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await jobs.enqueue(kind, row);
        const isOver = (state: { attempt: number; finished_at: unknown }) =>
          state.finished_at !== null || state.attempt > attempt;
        await vi.waitUntil(async () => isOver(await readRow(database, row.id)), { timeout: PATIENCE_MS });
      }
      await jobs.stop(1_000);
      expect(await readRow(database, row.id)).toMatchObject(ended);
    }
  });

  it('start when their announcement was lost', async () => {
    const kind = createKind(complete);
    const row = await insertQueuedRow(database, 60);
    const jobs = createJobs(database, kind);
    await jobs.start();
    await vi.waitUntil(async () => (await readRow(database, row.id)).status === 'completed', { timeout: PATIENCE_MS });
    await jobs.stop(1_000);
  });
});

it('jobs start when another process announces them', async () => {
  const url = await freshPostgresUrl();
  const [api, worker] = [1, 2].map(() => openDatabase(patientPostgres(url, 3)));
  if (!api || !worker) throw new Error('Two databases were opened.');
  await ensureWorkspace(api, WORKSPACE);
  const kind = createKind(complete);
  const [announcing, executing] = [createJobs(api, kind, false), createJobs(worker, kind)];
  await Promise.all([announcing.start(), executing.start()]);
  const row = await insertQueuedRow(api);
  await announcing.enqueue(kind, row);
  await vi.waitUntil(async () => (await readRow(api, row.id)).status === 'completed', { timeout: PATIENCE_MS });
  await Promise.all([announcing.stop(1_000), executing.stop(1_000)]);
  await Promise.all([api.close(), worker.close()]);
});
