import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { evaluationRunJob } from '../../src/evaluations/job.ts';
import {
  cancelRun,
  completeRun,
  failRun,
  RUNS,
  recordResult,
  requestStop,
  startRun,
} from '../../src/evaluations/run-states.ts';
import type { Job } from '../../src/jobs/job.ts';
import { claim, type Lease, renew } from '../../src/jobs/leases.ts';
import { reap } from '../../src/jobs/reaper.ts';
import type { Services } from '../../src/services.ts';
import { ensureWorkspace } from '../../src/workspaces/workspaces.ts';
import { DATABASES, freshDatabase } from '../databases/databases.ts';
import { addAgent, attach, WORKSPACE } from '../evaluations/fixture.ts';

const ENDED = ['completed', 'failed', 'cancelled'];
const SUMMARY = { score: 0.5, total: 2, passed: 1, failed: 1, errored: 0 };

/** What may happen to a run, at any time and by any of two workers, also by one that was given up. */
const WHAT = [
  'start',
  'stop',
  'claim',
  'heartbeat',
  'silence',
  'reap',
  'result',
  'complete',
  'fail',
  'cancel',
] as const;
/** Most sequences are about a run that a worker has, and results are what mostly happens to it. */
const BEGUN: Event[] = [
  { what: 'start', worker: 'one', progress: 0 },
  { what: 'claim', worker: 'one', progress: 0 },
];
const event = record({
  what: constantFrom(...WHAT, 'result', 'result', 'result'),
  worker: constantFrom('one', 'two'),
  progress: integer({ min: 0, max: 10 }),
});
type Event = { what: (typeof WHAT)[number]; worker: string; progress: number };

describe.each(DATABASES)('a run on %s', (kind) => {
  let database: Database;
  let services: Services;
  let agent: string;
  beforeAll(async () => {
    database = await freshDatabase(kind);
    services = { database, log: pino({ level: 'silent' }) } as Services;
    await ensureWorkspace(database, WORKSPACE);
    agent = await addAgent(database);
  });
  afterAll(() => database.close());

  const runsOf = (attached: string) =>
    database.system((db) =>
      db.selectFrom('evaluation_runs').selectAll().where('agent_evaluation_id', '=', attached).orderBy('id').execute(),
    );
  type Row = Awaited<ReturnType<typeof runsOf>>[number];

  /** Carries out an event on the newest run; the workers remember the leases that they were given. */
  async function happen(
    { what, worker, progress }: Event,
    attached: string,
    run: Row | undefined,
    leases: Map<string, Lease>,
  ) {
    if (what === 'start') return database.system((db) => startRun(db, { ...WORKSPACE, id: attached }, 'manual'));
    if (what === 'reap') return reap(evaluationRunJob, [], services);
    if (!run) return undefined;
    const reference = { ...WORKSPACE, id: run.id };
    const lease = leases.get(worker) ?? { owner: worker, attempt: 1 };
    const job = { ...reference, lease } as Job;
    // Only whoever has the run may write.
    const isHeld = run.finished_at === null && run.lease_owner === worker;
    return database.system(async (db) => {
      switch (what) {
        case 'stop':
          return requestStop(db, reference);
        case 'claim': {
          const given = await claim(db, RUNS, reference, worker);
          if (given) leases.set(worker, given);
          return given;
        }
        case 'heartbeat':
          return renew(db, RUNS, reference, lease);
        case 'silence':
          return db
            .updateTable('evaluation_runs')
            .set({ lease_expires_at: '2020-01-01T00:00:00Z' })
            .where('id', '=', run.id)
            .where('lease_owner', 'is not', null)
            .execute();
        case 'result': {
          const result = {
            prompt_index: progress,
            status: 'passed',
            score: 1,
            explanation: null,
            category: null,
          } as const;
          const written = recordResult(db, job, { ...result, conversation: null, latency_ms: 1 }, progress / 10);
          const outcome = await written.catch((error: Error) => error.name);
          expect(outcome).toBe(isHeld ? (run.cancel_requested_at ? 'StopRequested' : undefined) : 'LeaseLost');
          return outcome;
        }
        case 'complete':
          return expect(await completeRun(db, job, SUMMARY)).toBe(isHeld);
        case 'fail':
          return expect(await failRun(db, reference, lease, 'agent_unreachable', 'Nobody answered.')).toBe(isHeld);
        case 'cancel':
          return expect(await cancelRun(db, reference, lease)).toBe(isHeld && run.cancel_requested_at !== null);
      }
    });
  }

  /** What must hold after every event. */
  async function check(attached: string, before: readonly Row[], after: readonly Row[]) {
    expect(after.filter(({ finished_at }) => finished_at === null).length).toBeLessThanOrEqual(1);
    for (const old of before) {
      const now = after.find(({ id }) => id === old.id);
      expect(now).toBeDefined();
      if (ENDED.includes(old.status)) expect(now).toEqual(old);
      expect(now?.progress).toBeGreaterThanOrEqual(old.progress);
      if (old.status === 'running') expect(now?.status).not.toBe('queued');
      if (old.cancel_requested_at !== null) expect(now?.cancel_requested_at).toBe(old.cancel_requested_at);
    }
    for (const {
      status,
      progress,
      summary,
      score,
      error_kind,
      error_message,
      finished_at,
      cancel_requested_at,
    } of after) {
      expect(ENDED.includes(status)).toBe(finished_at !== null);
      expect(progress === 1).toBe(status === 'completed');
      expect([summary !== null, score !== null]).toEqual([status === 'completed', status === 'completed']);
      expect([error_kind !== null, error_message !== null]).toEqual([status === 'failed', status === 'failed']);
      if (status === 'cancelled') expect(cancel_requested_at).not.toBeNull();
    }
    const newest = after.at(-1);
    const { latest_run_id, latest_run_status } = await database.system((db) =>
      db
        .selectFrom('agent_evaluations')
        .select(['latest_run_id', 'latest_run_status'])
        .where('id', '=', attached)
        .executeTakeFirstOrThrow(),
    );
    expect([latest_run_id, latest_run_status]).toEqual([newest?.id ?? null, newest?.status ?? null]);
  }

  test('never leaves an end, and its progress never falls, whatever happens in whatever order', async () => {
    const property = asyncProperty(array(event, { minLength: 5, maxLength: 25 }), async (events) => {
      const attached = await attach(database, agent);
      const leases = new Map<string, Lease>();
      let before: readonly Row[] = [];
      for (const one of [...BEGUN, ...(events as Event[])]) {
        await happen(one, attached, before.at(-1), leases);
        const after = await runsOf(attached);
        await check(attached, before, after);
        before = after;
      }
      await database.system((db) => db.deleteFrom('agent_evaluations').where('id', '=', attached).execute());
    });
    await assert(property, { numRuns: 25 });
  });

  test('is taken by one of many workers', async () => {
    const attached = await attach(database, agent);
    const run = await database.system((db) => startRun(db, { ...WORKSPACE, id: attached }, 'manual'));
    const reference = { ...WORKSPACE, id: run?.id ?? '' };
    const given = await Promise.all(
      Array.from({ length: 8 }, (_, worker) => database.system((db) => claim(db, RUNS, reference, `worker ${worker}`))),
    );
    expect(given.filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  test('is not taken once it is to be stopped, and ends at the next look', async () => {
    const attached = await attach(database, agent);
    const run = await database.system((db) => startRun(db, { ...WORKSPACE, id: attached }, 'manual'));
    const reference = { ...WORKSPACE, id: run?.id ?? '' };
    await database.system((db) => requestStop(db, reference));
    expect(await database.system((db) => claim(db, RUNS, reference, 'worker'))).toBeUndefined();
    await reap(evaluationRunJob, [], services);
    expect(await runsOf(attached)).toMatchObject([{ status: 'cancelled', started_at: null, progress: 0 }]);
  });

  test('of a lost worker fails, or is cancelled when a stop was asked for; that of a worker here lives on', async () => {
    const lose = async (stop: boolean, owner: string) => {
      const attached = await attach(database, agent);
      const run = await database.system((db) => startRun(db, { ...WORKSPACE, id: attached }, 'manual'));
      const reference = { ...WORKSPACE, id: run?.id ?? '' };
      await database.system((db) => claim(db, RUNS, reference, owner));
      if (stop) await database.system((db) => requestStop(db, reference));
      await happen({ what: 'silence', worker: owner, progress: 0 }, attached, (await runsOf(attached))[0], new Map());
      return attached;
    };
    const [failed, cancelled, alive] = [await lose(false, 'dead'), await lose(true, 'dead'), await lose(false, 'here')];
    await reap(evaluationRunJob, ['here'], services);
    expect(await runsOf(failed)).toMatchObject([{ status: 'failed', error_kind: 'worker_lost' }]);
    expect(await runsOf(cancelled)).toMatchObject([{ status: 'cancelled', error_kind: null }]);
    expect(await runsOf(alive)).toMatchObject([{ status: 'running' }]);
  });
});
