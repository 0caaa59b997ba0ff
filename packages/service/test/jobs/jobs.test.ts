import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { postgres } from '../../src/database/postgres.ts';
import { evaluationRunJob } from '../../src/evaluations/job.ts';
import { startRun } from '../../src/evaluations/run-states.ts';
import type { Job, JobKind } from '../../src/jobs/job.ts';
import { Jobs } from '../../src/jobs/jobs.ts';
import { holds, isRow } from '../../src/jobs/leases.ts';
import type { Services } from '../../src/services.ts';
import { ensureWorkspace } from '../../src/workspaces/workspaces.ts';
import { DATABASES, freshDatabase, freshPostgresUrl } from '../databases/databases.ts';
import { addAgent, attach, WORKSPACE } from '../evaluations/fixture.ts';
import { until } from '../until.ts';

const { table } = evaluationRunJob;

/** A kind of jobs that may be tried three times. */
function kindThat(run: (job: Job) => Promise<void>): JobKind {
  return { ...evaluationRunJob, retries: 2, run };
}

/** Ends the row of a job well. */
async function complete(job: Job): Promise<void> {
  await job.database((db) =>
    db
      .updateTable('evaluation_runs')
      .set({ status: 'completed', finished_at: sql`now()` })
      .where(isRow(table, job))
      .where(holds(job.lease))
      .execute(),
  );
}

function processOn(database: Database, kind: JobKind, works = true): Jobs {
  const services = { database, log: pino({ level: 'silent' }) } as unknown as Omit<Services, 'jobs'>;
  return new Jobs(services, { kinds: [kind], tasks: [], works });
}

/**
 * Puts a row into the queue.
 *
 * @param ageSeconds how long ago. One that comes from the future is not noticed by those who look for what was forgotten: it
 *   starts only where it is announced.
 */
async function queuedRow(
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

const rowOf = (database: Database, id: string) =>
  database.system((db) => db.selectFrom('evaluation_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow());

describe.each(DATABASES)('jobs on %s', (name) => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(name);
    await ensureWorkspace(database, WORKSPACE);
  });
  afterAll(() => database.close());

  test('start where they are announced, are finished before the process ends, and never run twice', async () => {
    const worked: string[] = [];
    const kind = kindThat(async (job) => {
      worked.push(job.id);
      await delay(200);
      await complete(job);
    });
    const jobs = processOn(database, kind);
    await jobs.start();
    const row = await queuedRow(database);
    await Promise.all([jobs.enqueue(kind, row), jobs.enqueue(kind, row), jobs.enqueue(kind, row)]);
    await until(async () => worked.length > 0);
    await jobs.stop(60_000);
    expect(worked).toEqual([row.id]);
    expect(await rowOf(database, row.id)).toMatchObject({ status: 'completed', attempt: 1 });
  });

  test('that are not done when the process has to end are taken up by the next, as often as their kind allows', async () => {
    const attempts: number[] = [];
    const kind = kindThat(async ({ attempt, signal }) => {
      attempts.push(attempt);
      await delay(60_000, undefined, { signal });
    });
    const row = await queuedRow(database);
    for (const attempt of [1, 2, 3]) {
      const jobs = processOn(database, kind);
      await jobs.start();
      await jobs.enqueue(kind, row);
      await until(async () => attempts.length === attempt);
      await jobs.stop(0);
    }
    expect(attempts).toEqual([1, 2, 3]);
    expect(await rowOf(database, row.id)).toMatchObject({ status: 'failed', error_kind: 'worker_lost', attempt: 3 });
  });

  test('that throw or take too long end as failed, and tell nothing of the inside', async () => {
    const broken = kindThat(async () => {
      throw new Error('password=secret');
    });
    const slow = { ...kindThat(({ signal }) => delay(60_000, undefined, { signal })), timeoutMs: 50 };
    for (const [kind, error_kind] of [
      [broken, 'internal'],
      [slow, 'timeout'],
    ] as const) {
      const jobs = processOn(database, kind);
      await jobs.start();
      const row = await queuedRow(database);
      await jobs.enqueue(kind, row);
      await until(async () => (await rowOf(database, row.id)).finished_at !== null);
      const { error_message, ...ended } = await rowOf(database, row.id);
      expect(ended).toMatchObject({ status: 'failed', error_kind });
      expect(error_message).not.toContain('secret');
      await jobs.stop(1_000);
    }
  });

  test('whose announcement was lost are found', async () => {
    const kind = kindThat(complete);
    const row = await queuedRow(database, 60);
    const jobs = processOn(database, kind);
    await jobs.start();
    await until(async () => (await rowOf(database, row.id)).status === 'completed');
    await jobs.stop(1_000);
  });
});

test('jobs start that another process announces', async () => {
  const url = await freshPostgresUrl();
  const [api, worker] = [1, 2].map(() => openDatabase(postgres({ url, poolSize: 3, statementTimeoutMs: 30_000 })));
  if (!api || !worker) throw new Error('There are two.');
  await ensureWorkspace(api, WORKSPACE);
  const kind = kindThat(complete);
  const [here, there] = [processOn(api, kind, false), processOn(worker, kind)];
  await Promise.all([here.start(), there.start()]);
  const row = await queuedRow(api);
  await here.enqueue(kind, row);
  await until(async () => (await rowOf(api, row.id)).status === 'completed');
  await Promise.all([here.stop(1_000), there.stop(1_000)]);
  await Promise.all([api.close(), worker.close()]);
});
