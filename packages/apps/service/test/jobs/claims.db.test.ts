/** Whose job is next: claims on the database, without workers. */

import fc from '@aispm/testing/properties';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { scanJob } from '../../src/domains/scans/job.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { type ClaimedJob, claimNext, Rotation } from '../../src/platform/jobs/claim.ts';
import type { JobKind } from '../../src/platform/jobs/job.ts';
import { Slots } from '../../src/platform/jobs/slots.ts';
import { describeOnDatabases, freshDatabase, freshPostgresUrl } from '../databases/databases.ts';
import { observeStatements } from '../databases/observe-statements.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { addScans, endScan, type RowState } from './queue.ts';

let owners = 0;
const claim = (database: Database, rotation: Rotation, kind: JobKind = scanJob) => {
  owners += 1;
  return claimNext(database, kind, rotation, `owner-${owners}`);
};
const toKey = ({ tenantId, workspaceId }: { tenantId: string; workspaceId: string }) => `${tenantId}/${workspaceId}`;

/** A step of a random history. The numbers select one of what there is. */
type Step =
  | { kind: 'add'; tenant: number; workspace: number; states: RowState[] }
  | { kind: 'claim' | 'end'; number: number };

const STEPS: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('add' as const),
        tenant: fc.nat(4),
        workspace: fc.nat(2),
        states: fc.array(fc.constantFrom<RowState>('queued', 'queued', 'queued', 'stopped', 'completed'), {
          minLength: 1,
          maxLength: 4,
        }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('claim' as const), number: fc.nat() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), number: fc.nat() }) },
  ),
  { minLength: 10, maxLength: 40 },
);

/** The queue as it has to be: the rows of each workspace that wait, and the workspaces in which a scan runs. */
class Model {
  readonly waiting = new Map<string, string[]>();
  readonly running = new Map<string, ClaimedJob>();
  /** Claims of others since a tenant could be served. */
  readonly #passed = new Map<string, number>();

  add(key: string, ids: readonly string[]): void {
    this.waiting.set(key, [...(this.waiting.get(key) ?? []), ...ids]);
  }

  /** The workspaces of which a scan can be claimed. */
  get claimable(): string[] {
    return [...this.waiting].flatMap(([key, ids]) => (ids.length > 0 && !this.running.has(key) ? key : []));
  }

  /** Compares a claim with what had to be claimed. */
  check(job: ClaimedJob | undefined): void {
    const tenants = new Set(this.claimable.map((key) => key.split('/')[0] ?? ''));
    if (!job) {
      expect([...tenants]).toEqual([]);
      return;
    }
    const key = toKey(job);
    expect(this.running.has(key)).toBe(false);
    expect(job.id).toBe(this.waiting.get(key)?.shift());
    this.running.set(key, job);
    for (const tenant of this.#passed.keys()) if (!tenants.has(tenant)) this.#passed.delete(tenant);
    for (const tenant of tenants) this.#passed.set(tenant, (this.#passed.get(tenant) ?? 0) + 1);
    this.#passed.delete(job.tenantId);
    // Every tenant is served within as many claims as there are tenants.
    expect(Math.max(0, ...this.#passed.values())).toBeLessThan(5);
  }
}

describeOnDatabases('claims', (name) => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(name);
  });
  afterAll(() => database.close());
  beforeEach(() => database.system((db) => db.deleteFrom('scans').execute()));

  it('serve tenants in turn, run one scan of a workspace at a time, and lose nothing', async () => {
    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        await database.system((db) => db.deleteFrom('scans').execute());
        const [model, rotation] = [new Model(), new Rotation()];
        const end = async (job: ClaimedJob) => {
          await endScan(database, job);
          model.running.delete(toKey(job));
        };
        for (const step of steps) {
          if (step.kind === 'add') {
            const workspace = { tenantId: `t${step.tenant}`, workspaceId: `w${step.workspace}` };
            const ids = await addScans(database, workspace, step.states);
            model.add(
              toKey(workspace),
              ids.filter((_, index) => step.states[index] === 'queued'),
            );
          } else if (step.kind === 'claim') model.check(await claim(database, rotation));
          else {
            const running = [...model.running.values()];
            const job = running[step.number % running.length];
            if (job) await end(job);
          }
        }
        // All that was queued is claimed once in the end.
        while (model.claimable.length > 0 || model.running.size > 0) {
          model.check(await claim(database, rotation));
          for (const job of model.running.values()) await end(job);
        }
        expect([...model.waiting.values()].flat()).toEqual([]);
        expect(await claim(database, rotation)).toBeUndefined();
      }),
      { numRuns: 25 },
    );
  });

  it('serve the workspaces of a tenant in turn', async () => {
    for (const workspaceId of ['a', 'b', 'c'])
      await addScans(database, { tenantId: 't', workspaceId }, ['queued', 'queued']);
    const rotation = new Rotation();
    const served: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const job = await claim(database, rotation);
      if (job) await endScan(database, job);
      served.push(job?.workspaceId ?? '');
    }
    expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('start the scan of another tenant within two jobs while 2,000 scans of one tenant wait', async () => {
    for (let number = 0; number < 20; number += 1)
      await addScans(database, { tenantId: 'large', workspaceId: `w${number}` }, Array(100).fill('queued'));
    for (const tenantId of ['alpha', 'zeta']) {
      const rotation = new Rotation();
      const first = await claim(database, rotation);
      if (first) await endScan(database, first);
      await addScans(database, { tenantId, workspaceId: 'w' }, ['queued']);
      const next = [await claim(database, rotation), await claim(database, rotation)];
      expect(next.map((job) => job?.tenantId)).toContain(tenantId);
      for (const job of next) if (job) await endScan(database, job);
    }
  });

  it('reserve the last slot of a process for another tenant if the job type says so', async () => {
    for (const workspaceId of ['a', 'b', 'c', 'd'])
      await addScans(database, { tenantId: 'large', workspaceId }, ['queued', 'queued']);
    const executed: string[] = [];
    const ended = Promise.withResolvers<void>();
    const slots = new Slots(
      { ...scanJob, concurrency: 3, tenantLimit: 2 },
      {
        database,
        createOwner: () => `slot-${executed.length}`,
        execute: (job) => {
          executed.push(job.tenantId);
          return ended.promise;
        },
      },
    );
    await slots.wake();
    expect(executed).toEqual(['large', 'large']);
    await addScans(database, { tenantId: 'small', workspaceId: 'w' }, ['queued']);
    await slots.wake();
    expect(executed).toEqual(['large', 'large', 'small']);
    await Promise.all([slots.drain(), ended.resolve()]);
  });

  it('wait for the delay of their job type', async () => {
    await addScans(database, { tenantId: 't', workspaceId: 'w' }, ['queued']);
    const delayed = { ...scanJob, delaySeconds: 3_600 };
    expect(await claim(database, new Rotation(), delayed)).toBeUndefined();
    await database.system((db) =>
      db.updateTable('scans').set({ created_at: sql`now() - interval '1 hour'` }).execute(),
    );
    expect(await claim(database, new Rotation(), delayed)).toMatchObject({ tenantId: 't' });
  });

  // The embedded database has one connection.
  if (name === 'postgres')
    it('of concurrent processes never take the same row or a second scan of a workspace', async () => {
      const tenants = ['a', 'b', 'c'];
      for (const tenantId of tenants)
        for (const workspaceId of ['v', 'w'])
          await addScans(database, { tenantId, workspaceId }, Array(6).fill('queued'));
      const [running, claimed] = [new Set<string>(), new Set<string>()];
      const failures: ClaimedJob[] = [];
      const process = async () => {
        const rotation = new Rotation();
        while (claimed.size < 36 && failures.length === 0) {
          const job = await claim(database, rotation);
          if (!job) continue;
          if (running.has(toKey(job)) || claimed.has(job.id)) failures.push(job);
          running.add(toKey(job));
          claimed.add(job.id);
          await database.system((db) => sql`SELECT 1`.execute(db));
          running.delete(toKey(job));
          await endScan(database, job);
        }
      };
      await Promise.all(Array.from({ length: 8 }, process));
      expect([failures, claimed.size]).toEqual([[], 36]);
    });
});

it('a claim reads few pages, no matter how many rows wait or have ended', { tags: ['long'] }, async () => {
  const url = await freshPostgresUrl();
  const [database, planning] = [1, 2].map(() => openDatabase(testPostgres(url))) as [Database, Database];
  let pages = 0;
  const claiming = openDatabase(
    observeStatements(testPostgres(url), async (text, parameters) => {
      if (parameters && !text.includes('set_config')) pages += await countPages(planning, text, parameters);
    }),
  );
  const workspace = { tenantId: 'tenant-1', workspaceId: 'w' };
  for (let number = 0; number < 50; number += 1)
    await addScans(database, { tenantId: `tenant-${number}`, workspaceId: 'w' }, ['queued']);
  // Without statistics and with them; while a scan of the large workspace runs, none of its other rows is read.
  await addScans(database, workspace, Array(2_000).fill('queued'));
  for (const state of ['completed', 'stopped'] as const) await addScans(database, workspace, Array(10_000).fill(state));
  const rotation = new Rotation();
  const costs: number[] = [];
  for (let count = 0; count < 60; count += 1) {
    if (count === 10) await database.system((db) => sql`ANALYZE scans`.execute(db));
    pages = 0;
    const job = await claim(claiming, rotation);
    // The last ones find only workspaces in which a scan runs.
    expect([count, job !== undefined]).toEqual([count, count < 50]);
    costs.push(pages);
  }
  expect(Math.min(...costs)).toBeGreaterThan(0);
  expect(costs.filter((cost) => cost >= 100)).toEqual([]);
  // One look-up for each of 50 busy tenants, and not one for each of 2,000 rows.
  expect(Math.max(...costs)).toBeLessThan(1_000);
  for (const opened of [database, planning, claiming]) await opened.close();
});

/** Returns how many pages a statement reads, which has no effect. */
async function countPages(database: Database, text: string, parameters: readonly unknown[]): Promise<number> {
  return database.system(async (_, connection) => {
    await connection.execute('BEGIN');
    const { rows } = await connection.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, parameters);
    await connection.execute('ROLLBACK');
    const [{ Plan }] = (rows as { 'QUERY PLAN': [{ Plan: Record<string, number> }] }[])[0]?.['QUERY PLAN'] ?? [
      { Plan: {} },
    ];
    return Number(Plan['Shared Hit Blocks']) + Number(Plan['Shared Read Blocks']);
  });
}
