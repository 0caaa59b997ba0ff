import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { nextTurn } from '../../src/evaluations/schedule.ts';
import { startDue } from '../../src/evaluations/scheduler.ts';
import { ensureWorkspace } from '../../src/workspaces/workspaces.ts';
import { DATABASES, freshDatabase } from '../databases/databases.ts';
import { addAgent, attach, WORKSPACE } from './fixture.ts';

const at = (text: string) => new Date(text);

/** The turns of a schedule, one after the other. */
function turns(schedule: Parameters<typeof nextTurn>[0], start: string, count: number): string[] {
  const found: string[] = [];
  let now = at(start);
  for (let turn = 0; turn < count; turn += 1) {
    now = nextTurn(schedule, at(start), now);
    found.push(now.toISOString());
  }
  return found;
}

describe('the turns of a schedule', () => {
  test('come every day and every seven days, the first one interval after the start', () => {
    expect(turns('daily', '2026-02-27T10:30:00.000Z', 3)).toEqual([
      '2026-02-28T10:30:00.000Z',
      '2026-03-01T10:30:00.000Z',
      '2026-03-02T10:30:00.000Z',
    ]);
    expect(turns('weekly', '2026-12-28T23:59:59.999Z', 2)).toEqual([
      '2027-01-04T23:59:59.999Z',
      '2027-01-11T23:59:59.999Z',
    ]);
  });

  test('come on the last day where a month is shorter, and on the old day again afterwards', () => {
    expect(turns('monthly', '2027-12-31T00:00:00.000Z', 5)).toEqual([
      '2028-01-31T00:00:00.000Z',
      '2028-02-29T00:00:00.000Z',
      '2028-03-31T00:00:00.000Z',
      '2028-04-30T00:00:00.000Z',
      '2028-05-31T00:00:00.000Z',
    ]);
  });

  test('that were missed are left out', () => {
    expect(nextTurn('daily', at('2026-01-01T08:00:00Z'), at('2026-03-01T08:00:00Z'))).toEqual(
      at('2026-03-02T08:00:00Z'),
    );
    expect(nextTurn('monthly', at('2026-01-31T08:00:00Z'), at('2026-02-28T08:00:00Z'))).toEqual(
      at('2026-03-31T08:00:00Z'),
    );
    expect(nextTurn('monthly', at('2026-01-31T08:00:00Z'), at('2026-02-28T07:59:59Z'))).toEqual(
      at('2026-02-28T08:00:00Z'),
    );
  });
});

describe.each(DATABASES)('what is due on %s', (kind) => {
  let database: Database;
  let agent: string;
  beforeAll(async () => {
    database = await freshDatabase(kind);
    await ensureWorkspace(database, WORKSPACE);
    agent = await addAgent(database);
  });
  afterAll(() => database.close());

  const scheduled = (schedule: string, start: string) =>
    attach(database, agent, {
      schedule,
      scheduled_at: start,
      next_run_at: nextTurn(schedule as 'daily', at(start), at(start)).toISOString(),
    });
  const runsOf = (attached: string) =>
    database.system((db) =>
      db
        .selectFrom('evaluation_runs')
        .selectAll()
        .where('agent_evaluation_id', '=', attached)
        .orderBy('created_at')
        .execute(),
    );
  const finish = (attached: string) =>
    database.system((db) =>
      db
        .updateTable('evaluation_runs')
        .set({ status: 'cancelled', finished_at: new Date().toISOString() })
        .where('agent_evaluation_id', '=', attached)
        .execute(),
    );

  test('starts at its turn, skips while a run has not ended, and comes again', async () => {
    const attached = await scheduled('daily', '2026-05-01T06:00:00Z');
    expect(await startDue({ database }, at('2026-05-02T05:59:59Z'))).toEqual([]);
    const [first] = await startDue({ database }, at('2026-05-02T06:00:04Z'));
    const [run] = await runsOf(attached);
    expect(run).toMatchObject({ id: first?.id, status: 'queued', trigger: 'schedule' });
    expect(Date.parse(run?.created_at ?? '')).toBe(Date.parse('2026-05-02T06:00:00Z'));

    expect(await startDue({ database }, at('2026-05-03T06:00:00Z'))).toEqual([]);
    expect(await runsOf(attached)).toHaveLength(1);
    await finish(attached);
    expect(await startDue({ database }, at('2026-05-03T12:00:00Z'))).toEqual([]);
    expect(await startDue({ database }, at('2026-05-04T06:00:00Z'))).toHaveLength(1);
    await finish(attached);
  });

  test('starts once after the service was away, as of now', async () => {
    const attached = await scheduled('weekly', '2026-06-01T06:00:00Z');
    await startDue({ database }, at('2026-06-30T00:00:00Z'));
    const [run, ...more] = await runsOf(attached);
    expect(more).toEqual([]);
    expect(Date.parse(run?.created_at ?? '')).toBe(Date.parse('2026-06-30T00:00:00Z'));
    const due = await database.system((db) =>
      db.selectFrom('agent_evaluations').select('next_run_at').where('id', '=', attached).executeTakeFirstOrThrow(),
    );
    expect(Date.parse(due.next_run_at ?? '')).toBe(Date.parse('2026-07-06T06:00:00Z'));
    await finish(attached);
  });

  test('is started by one of several processes only', async () => {
    const attached = await Promise.all(Array.from({ length: 5 }, () => scheduled('daily', '2026-08-01T06:00:00Z')));
    const started = await Promise.all([1, 2, 3, 4].map(() => startDue({ database }, at('2026-08-02T06:00:00Z'))));
    const own = started.flat().length;
    const runs = await Promise.all(attached.map(runsOf));
    expect(runs.map((one) => one.length)).toEqual([1, 1, 1, 1, 1]);
    expect(own).toBeGreaterThanOrEqual(5);
  });
});
