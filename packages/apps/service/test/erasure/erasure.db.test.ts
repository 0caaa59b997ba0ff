/** What was erased is nowhere in the database; everything of others is as before. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eraseUser, eraseWorkspace } from '../../src/composition/erasure.ts';
import { JOB_KINDS } from '../../src/composition/jobs.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { computeDigests, listIsolatedTables } from '../isolation/owned-rows.ts';
import { markFor, type Principal, seedPrincipal } from '../isolation/principals.ts';
import { startService, type TestService } from '../service.ts';
import { fillEmptyTables, findEmptyTables, findTexts } from './rows.ts';

const COMMAND = 'workspaces delete';

function createPrincipal(name: string): Principal {
  const random = () => `${name}-${randomBytes(6).toString('hex')}`;
  return { tenantId: random(), workspaceId: random(), userId: random(), suffix: `-${random()}` };
}

describeOnDatabases('erasure', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind, { runsWorker: false });
  });
  afterAll(() => service?.close());

  it('removes a workspace from all tables, and nothing of others', async () => {
    const erased = createPrincipal('erased');
    const near = { ...createPrincipal('near'), tenantId: erased.tenantId };
    const other = createPrincipal('other');
    const { database, tokens } = await fill([erased, near, other]);
    expect(await findEmptyTables(database, erased)).toEqual([]);
    const texts = [erased.workspaceId, erased.suffix, markFor(erased.workspaceId)];
    const full = await findTexts(database, texts);
    expect(full.length).toBeGreaterThan(25);
    const before = await digestsOf(database, [near, other]);
    expect(await service.send(agents(erased), { token: tokens[0] ?? '' })).toMatchObject({ status: 200 });

    const counts = await eraseWorkspace(database, erased, COMMAND, service.clock);
    expect(counts?.get('objects')).toBeGreaterThan(10);
    // The user still exists.
    expect(await findTexts(database, texts)).toEqual([expect.stringMatching(/^client_storage: /)]);
    await eraseUser(database, erased.userId, service.clock);
    expect(await findTexts(database, [...texts, erased.userId])).toEqual([]);
    expect(await digestsOf(database, [near, other])).toEqual(before);
    expect(await service.send(agents(erased), { token: tokens[0] ?? '' })).toMatchObject({ status: 401 });
    expect(await service.send(agents(near), { token: tokens[1] ?? '' })).toMatchObject({ status: 200 });
    expect(await eraseWorkspace(database, erased, COMMAND, service.clock)).toBeUndefined();
  });

  it('removes a user from all tables, but keeps the decisions that the user made', async () => {
    const principal = createPrincipal('person');
    const { database, tokens } = await fill([principal]);
    const { tenantId, userId } = principal;
    await database.system(async (db) => {
      await sql`UPDATE issues SET assignee = ${userId}, status_changed_by = ${userId} WHERE tenant_id = ${tenantId}`.execute(
        db,
      );
      await sql`UPDATE issue_history SET changed_by = ${userId}, before = before || jsonb_build_object('assignee', ${userId}::text),
        after = after || jsonb_build_object('assignee', ${userId}::text)`.execute(db);
    });
    const decisions = () =>
      database.system((db) =>
        sql`SELECT issue_id, status, status_comment, due_at FROM issues ORDER BY 1`
          .execute(db)
          .then(({ rows }) => rows),
      );
    const before = await decisions();
    expect((await findTexts(database, [userId])).map((found) => found.split(':')[0])).toEqual(
      expect.arrayContaining(['api_keys', 'client_storage', 'idempotency_keys', 'issue_history', 'issues']),
    );
    await eraseUser(database, userId, service.clock);
    expect(await findTexts(database, [userId])).toEqual([]);
    expect(await decisions()).toEqual(before);
    expect(await service.send(agents(principal), { token: tokens[0] ?? '' })).toMatchObject({ status: 401 });
  });

  it('only ends the jobs of the workspace', async () => {
    const erased = createPrincipal('erased');
    const other = createPrincipal('other');
    const { database } = await fill([erased, other]);
    const run = () =>
      database.system((db) =>
        sql`UPDATE scans SET status = 'running', finished_at = NULL, lease_owner = 'somebody',
          lease_expires_at = now() + interval '1 hour'`.execute(db),
      );
    await run();
    const unfinished = async (tenantId: string) => {
      const { rows } = await database.system((db) =>
        sql<{
          count: number;
        }>`SELECT count(*) FROM scans WHERE tenant_id = ${tenantId} AND finished_at IS NULL`.execute(db),
      );
      return rows[0]?.count;
    };
    const others = await unfinished(other.tenantId);
    const { cancelJobs } = await import('../../src/platform/jobs/cancel-jobs.ts');
    await cancelJobs(database, JOB_KINDS, erased);
    expect(await unfinished(erased.tenantId)).toBe(0);
    expect(await unfinished(other.tenantId)).toBe(others);
    await run();
    await eraseWorkspace(database, erased, COMMAND, service.clock);
    expect(await findTexts(database, [erased.workspaceId])).toEqual([]);
  });

  it('continues after an interruption at any point', { tags: ['long'] }, async () => {
    const principals = Array.from({ length: kind === 'postgres' ? 4 : 2 }, (_, index) => createPrincipal(`p${index}`));
    const { database } = await fill(principals);
    for (const [index, principal] of principals.entries()) {
      // The longest erasure has more than 60 steps.
      await expect(
        eraseWorkspace(interruptAfter(database, 2 + index * 17), principal, COMMAND, service.clock),
      ).rejects.toThrow('Interrupted');
      expect(await eraseWorkspace(database, principal, COMMAND, service.clock)).toBeDefined();
      await eraseUser(database, principal.userId, service.clock);
      expect(await findTexts(database, [principal.workspaceId, principal.userId, principal.suffix])).toEqual([]);
    }
  });

  /** Creates workspaces with rows in every table, and a key for each. */
  async function fill(principals: readonly Principal[]) {
    const { database } = service;
    const tokens: string[] = [];
    for (const principal of principals) {
      await seedPrincipal(database, principal);
      tokens.push(await service.key([principal], principal.userId));
      await fillEmptyTables(database, principal, `filled${principal.suffix}`);
    }
    return { database, tokens };
  }
});

function agents({ tenantId, workspaceId }: Principal): string {
  return `/aispm-agents/tenants/${tenantId}/workspaces/${workspaceId}`;
}

async function digestsOf(database: Database, principals: readonly Principal[]): Promise<[string, string][]> {
  const digests = await computeDigests(database, await listIsolatedTables(database));
  return [...digests].filter(([name]) =>
    principals.some(({ workspaceId, userId }) => name.includes(workspaceId) || name.includes(userId)),
  );
}

/** Returns a database that fails after some uses, as if the process had ended. */
function interruptAfter(database: Database, uses: number): Database {
  let left = uses;
  return {
    ...database,
    system: async (run) => {
      left -= 1;
      if (left < 0) throw new Error('Interrupted');
      return database.system(run);
    },
  } as Database;
}
