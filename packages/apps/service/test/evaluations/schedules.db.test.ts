import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureWorkspace } from '../../src/composition/workspaces.ts';
import { nextRunTime } from '../../src/domains/evaluations/runs/schedule.ts';
import { startDueRuns, startScheduledRuns } from '../../src/domains/evaluations/runs/scheduler.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Services } from '../../src/platform/services/services.ts';
import { describeOnDatabases, freshDatabase } from '../databases/databases.ts';
import { addAgent, attach, WORKSPACE } from './fixture.ts';

const at = (text: string) => new Date(text);

/** Lists the first run times of a schedule. */
function listRunTimes(schedule: Parameters<typeof nextRunTime>[0], start: string, count: number): string[] {
  const times: string[] = [];
  let now = at(start);
  while (times.length < count) {
    now = nextRunTime(schedule, at(start), now);
    times.push(now.toISOString());
  }
  return times;
}

describe('the run times of a schedule', () => {
  it('recur daily and weekly, first one interval after the start', () => {
    expect(listRunTimes('daily', '2026-02-27T10:30:00.000Z', 3)).toEqual([
      '2026-02-28T10:30:00.000Z',
      '2026-03-01T10:30:00.000Z',
      '2026-03-02T10:30:00.000Z',
    ]);
    expect(listRunTimes('weekly', '2026-12-28T23:59:59.999Z', 2)).toEqual([
      '2027-01-04T23:59:59.999Z',
      '2027-01-11T23:59:59.999Z',
    ]);
  });

  it('recur monthly, on the last day of shorter months', () => {
    expect(listRunTimes('monthly', '2027-12-31T00:00:00.000Z', 5)).toEqual([
      '2028-01-31T00:00:00.000Z',
      '2028-02-29T00:00:00.000Z',
      '2028-03-31T00:00:00.000Z',
      '2028-04-30T00:00:00.000Z',
      '2028-05-31T00:00:00.000Z',
    ]);
  });

  it('skip missed times', () => {
    expect(nextRunTime('daily', at('2026-01-01T08:00:00Z'), at('2026-03-01T08:00:00Z'))).toEqual(
      at('2026-03-02T08:00:00Z'),
    );
    expect(nextRunTime('monthly', at('2026-01-31T08:00:00Z'), at('2026-02-28T08:00:00Z'))).toEqual(
      at('2026-03-31T08:00:00Z'),
    );
    expect(nextRunTime('monthly', at('2026-01-31T08:00:00Z'), at('2026-02-28T07:59:59Z'))).toEqual(
      at('2026-02-28T08:00:00Z'),
    );
  });
});

describeOnDatabases('scheduled runs', (kind) => {
  let database: Database;
  let agent: string;
  beforeAll(async () => {
    database = await freshDatabase(kind);
    await ensureWorkspace(database, WORKSPACE);
    agent = await addAgent(database);
  });
  afterAll(() => database.close());

  const attachScheduled = (schedule: string, start: string) =>
    attach(database, agent, {
      schedule,
      scheduled_at: start,
      next_run_at: nextRunTime(schedule as 'daily', at(start), at(start)).toISOString(),
    });
  const readRuns = (attached: string) =>
    database.system((db) =>
      db
        .selectFrom('evaluation_runs')
        .selectAll()
        .where('agent_evaluation_id', '=', attached)
        .orderBy('created_at')
        .execute(),
    );
  const finishRuns = (attached: string) =>
    database.system((db) =>
      db
        .updateTable('evaluation_runs')
        .set({ status: 'cancelled', finished_at: new Date().toISOString() })
        .where('agent_evaluation_id', '=', attached)
        .execute(),
    );

  it('start when they are due, and are skipped while the previous run has not ended', async () => {
    const attached = await attachScheduled('daily', '2026-05-01T06:00:00Z');
    expect(await startDueRuns({ database }, at('2026-05-02T05:59:59Z'))).toEqual([]);
    const [first] = await startDueRuns({ database }, at('2026-05-02T06:00:04Z'));
    const [run] = await readRuns(attached);
    expect(run).toMatchObject({ id: first?.id, status: 'queued', trigger: 'schedule' });
    expect(Date.parse(run?.created_at ?? '')).toBe(Date.parse('2026-05-02T06:00:00Z'));

    expect(await startDueRuns({ database }, at('2026-05-03T06:00:00Z'))).toEqual([]);
    expect(await readRuns(attached)).toHaveLength(1);
    await finishRuns(attached);
    expect(await startDueRuns({ database }, at('2026-05-03T12:00:00Z'))).toEqual([]);
    expect(await startDueRuns({ database }, at('2026-05-04T06:00:00Z'))).toHaveLength(1);
    await finishRuns(attached);
  });

  it('start once, dated to now, after the service was down', async () => {
    const attached = await attachScheduled('weekly', '2026-06-01T06:00:00Z');
    await startDueRuns({ database }, at('2026-06-30T00:00:00Z'));
    const [run, ...more] = await readRuns(attached);
    expect(more).toEqual([]);
    expect(Date.parse(run?.created_at ?? '')).toBe(Date.parse('2026-06-30T00:00:00Z'));
    const due = await database.system((db) =>
      db.selectFrom('agent_evaluations').select('next_run_at').where('id', '=', attached).executeTakeFirstOrThrow(),
    );
    expect(Date.parse(due.next_run_at ?? '')).toBe(Date.parse('2026-07-06T06:00:00Z'));
    await finishRuns(attached);
  });

  it('start by the clock of the database, not of the process', async () => {
    // Those of other tests are due.
    await database.system((db) => db.updateTable('agent_evaluations').set({ next_run_at: null }).execute());
    const attached = await attachScheduled('daily', new Date(Date.now() - 23 * 3_600_000).toISOString());
    const woken: unknown[] = [];
    const services = { database, jobs: { wake: (job: unknown) => woken.push(job) } } as unknown as Services;
    // The run is due in an hour.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
    try {
      await startScheduledRuns.run(services);
    } finally {
      vi.useRealTimers();
    }
    expect([await readRuns(attached), woken]).toEqual([[], []]);
    await database.system((db) =>
      db.updateTable('agent_evaluations').set({ next_run_at: sql`now()` }).where('id', '=', attached).execute(),
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 3_600_000 });
    try {
      await startScheduledRuns.run(services);
    } finally {
      vi.useRealTimers();
    }
    expect([(await readRuns(attached)).length, woken.length]).toEqual([1, 1]);
    await finishRuns(attached);
  });

  it('are started by one of several processes', async () => {
    const attached = await Promise.all(
      Array.from({ length: 5 }, () => attachScheduled('daily', '2026-08-01T06:00:00Z')),
    );
    const started = await Promise.all([1, 2, 3, 4].map(() => startDueRuns({ database }, at('2026-08-02T06:00:00Z'))));
    const count = started.flat().length;
    const runs = await Promise.all(attached.map(readRuns));
    expect(runs.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
    expect(count).toBeGreaterThanOrEqual(5);
  });
});
