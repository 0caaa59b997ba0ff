/** @module-tag long */
import fc from '@aispm/testing/properties';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureWorkspace } from '../../src/composition/workspaces.ts';
import { evaluationRunJob } from '../../src/domains/evaluations/runs/job.ts';
import {
  cancelRun,
  completeRun,
  failRun,
  RUNS,
  recordResult,
  requestStop,
  startRun,
} from '../../src/domains/evaluations/runs/run-states.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { claimNext, Rotation } from '../../src/platform/jobs/claim.ts';
import type { Job } from '../../src/platform/jobs/job.ts';
import { type Lease, renew } from '../../src/platform/jobs/leases.ts';
import { reap } from '../../src/platform/jobs/reaper.ts';
import type { Services } from '../../src/platform/services/services.ts';
import { describeOnDatabases, freshDatabase } from '../databases/databases.ts';
import { addAgent, attach, WORKSPACE } from '../evaluations/fixture.ts';
import { claimRow } from '../jobs/queue.ts';

const ENDED = ['completed', 'failed', 'cancelled'];
const SUMMARY = { score: 0.5, total: 2, passed: 1, failed: 1, errored: 0 };

/** The events of a run, at any time and by either of two workers, including one that has lost its lease. */
const EVENTS = [
  'start',
  'stop',
  'claim',
  'heartbeat',
  'expire',
  'reap',
  'result',
  'complete',
  'fail',
  'cancel',
] as const;
/** Each sequence starts with a run that a worker has claimed; most further events are results. */
const INITIAL_EVENTS: Event[] = [
  { name: 'start', worker: 'one', progress: 0 },
  { name: 'claim', worker: 'one', progress: 0 },
];
const event = fc.record({
  name: fc.constantFrom(...EVENTS, 'result', 'result', 'result'),
  worker: fc.constantFrom('one', 'two'),
  progress: fc.integer({ min: 0, max: 10 }),
});
type Event = { name: (typeof EVENTS)[number]; worker: string; progress: number };

describeOnDatabases('an evaluation run', (kind) => {
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

  const readRuns = (attached: string) =>
    database.system((db) =>
      db.selectFrom('evaluation_runs').selectAll().where('agent_evaluation_id', '=', attached).orderBy('id').execute(),
    );
  type Row = Awaited<ReturnType<typeof readRuns>>[number];

  /** Claims a run that waits, without the delay in which it can be stopped. */
  const claimRun = (worker: string) =>
    claimNext(database, { ...evaluationRunJob, delaySeconds: 0 }, new Rotation(), worker);

  /** Applies an event to the newest run; `leases` contains the leases of the workers. */
  async function apply(
    { name, worker, progress }: Event,
    attached: string,
    run: Row | undefined,
    leases: Map<string, Lease>,
  ) {
    if (name === 'start') return database.system((db) => startRun(db, { ...WORKSPACE, id: attached }, 'manual'));
    if (name === 'reap') return reap(evaluationRunJob, [], services);
    if (name === 'claim') {
      const claimed = await claimRun(worker);
      if (claimed) leases.set(worker, claimed.lease);
      return claimed;
    }
    if (!run) return undefined;
    const reference = { ...WORKSPACE, id: run.id };
    const lease = leases.get(worker) ?? { owner: worker, attempt: 1 };
    const job = { ...reference, lease } as Job;
    // Only the worker with the lease may write.
    const isHeld = run.finished_at === null && run.lease_owner === worker;
    return database.system(async (db) => {
      switch (name) {
        case 'stop':
          return requestStop(db, reference);
        case 'heartbeat':
          return renew(db, RUNS, reference, lease);
        case 'expire':
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
          return expect(await failRun(db, reference, lease, 'agent_unreachable', 'The agent did not respond.')).toBe(
            isHeld,
          );
        case 'cancel':
          return expect(await cancelRun(db, reference, lease)).toBe(isHeld && run.cancel_requested_at !== null);
      }
    });
  }

  /** Checks the invariants of runs after an event. */
  async function expectInvariants(attached: string, before: readonly Row[], after: readonly Row[]) {
    expect(after.filter(({ finished_at }) => finished_at === null).length).toBeLessThanOrEqual(1);
    for (const earlier of before) {
      const now = after.find(({ id }) => id === earlier.id);
      expect(now).toBeDefined();
      if (ENDED.includes(earlier.status)) expect(now).toEqual(earlier);
      expect(now?.progress).toBeGreaterThanOrEqual(earlier.progress);
      if (earlier.status === 'running') expect(now?.status).not.toBe('queued');
      if (earlier.cancel_requested_at !== null) expect(now?.cancel_requested_at).toBe(earlier.cancel_requested_at);
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

  it('keeps its final status and never loses progress, for any order of events', async () => {
    const property = fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
      const attached = await attach(database, agent);
      const leases = new Map<string, Lease>();
      let before: readonly Row[] = [];
      for (const next of [...INITIAL_EVENTS, ...(events as Event[])]) {
        await apply(next, attached, before.at(-1), leases);
        const after = await readRuns(attached);
        await expectInvariants(attached, before, after);
        before = after;
      }
      await database.system((db) => db.deleteFrom('agent_evaluations').where('id', '=', attached).execute());
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it('is claimed by exactly one of many workers', async () => {
    const attached = await attach(database, agent);
    const run = await database.system((db) => startRun(db, { ...WORKSPACE, id: attached }, 'manual'));
    const claims = await Promise.all(Array.from({ length: 8 }, (_, worker) => claimRun(`worker ${worker}`)));
    expect(claims.filter((job) => job !== undefined)).toMatchObject([{ ...WORKSPACE, id: run?.id }]);
  });

  it('is not claimed after a stop request, and the reaper cancels it', async () => {
    const attached = await attach(database, agent);
    const run = await database.system((db) => startRun(db, { ...WORKSPACE, id: attached }, 'manual'));
    const reference = { ...WORKSPACE, id: run?.id ?? '' };
    await database.system((db) => requestStop(db, reference));
    expect(await claimRun('worker')).toBeUndefined();
    await reap(evaluationRunJob, [], services);
    expect(await readRuns(attached)).toMatchObject([{ status: 'cancelled', started_at: null, progress: 0 }]);
  });

  it('fails when its worker is lost, or is cancelled after a stop request; runs of active workers continue', async () => {
    const expireLease = async (stop: boolean, owner: string) => {
      const attached = await attach(database, agent);
      const run = await database.system((db) => startRun(db, { ...WORKSPACE, id: attached }, 'manual'));
      const reference = { ...WORKSPACE, id: run?.id ?? '' };
      await database.system((db) => claimRow(db, evaluationRunJob, reference, owner));
      if (stop) await database.system((db) => requestStop(db, reference));
      await apply({ name: 'expire', worker: owner, progress: 0 }, attached, (await readRuns(attached))[0], new Map());
      return attached;
    };
    const [failed, cancelled, alive] = [
      await expireLease(false, 'dead'),
      await expireLease(true, 'dead'),
      await expireLease(false, 'here'),
    ];
    await reap(evaluationRunJob, ['here'], services);
    expect(await readRuns(failed)).toMatchObject([{ status: 'failed', error_kind: 'worker_lost' }]);
    expect(await readRuns(cancelled)).toMatchObject([{ status: 'cancelled', error_kind: null }]);
    expect(await readRuns(alive)).toMatchObject([{ status: 'running' }]);
  });
});
