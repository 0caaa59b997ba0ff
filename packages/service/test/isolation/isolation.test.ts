/** Two tenants and two users, and requests with everything of the others that a caller could have heard of. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS, type Operation } from '../../src/contract/contract.ts';
import { story } from '../../src/demo/story.ts';
import { DATABASES } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { markOf, seedParty } from './parties.ts';
import { randomOf } from './random.ts';

const RUNS = Number(process.env.SERVICE_ISOLATION_RUNS || 300);

/** Each side has the same story, and marks of its own in what it keeps. */
const SIDES = ['left', 'right'] as const;
type Side = (typeof SIDES)[number];

/** Stands in every name that a side has: whoever sees the other's has seen a foreign byte. */
const MARK = { left: markOf('space-left'), right: markOf('space-right') };
const OTHER = { left: 'right', right: 'left' } as const;

describe.each(DATABASES)('isolation on %s', (kind) => {
  let service: TestService;
  const keys: Record<Side, string> = { left: '', right: '' };
  const ids: Record<Side, string[]> = { left: [], right: [] };
  const cursors: Record<Side, string[]> = { left: [], right: [] };
  const workspaceOf = (side: Side) => ({ tenantId: `tenant-${side}`, workspaceId: `space-${side}` });

  /** Writes the story for one side, and something that only this side has. */
  async function seed(side: Side): Promise<void> {
    await seedParty(service.database, { ...workspaceOf(side), userId: `user-${side}`, suffix: '' });
    await service.database.system((db) =>
      db
        .insertInto('objects')
        .values({
          tenant_id: `tenant-${side}`,
          workspace_id: `space-${side}`,
          aispm_object_id: `only-${side}`,
          object_type: 'asset',
          stable_key: `only-${side}`,
          aispm_friendly_name: `Only here ${MARK[side]}`,
          discovery_sources: ['manual'],
          first_seen_at: '2026-01-01T00:00:00Z',
          last_seen_at: '2026-01-01T00:00:00Z',
        })
        .execute(),
    );
  }

  beforeAll(async () => {
    service = await startService(kind);
    for (const side of SIDES) {
      await seed(side);
      keys[side] = await service.key([workspaceOf(side)], `user-${side}`);
      ids[side] = [
        `only-${side}`,
        ...[...story.agents, ...story.models, ...story.tools, ...story.mcpServers].map((one) => one.aispm_object_id),
        ...story.locations.map((one) => one.location_id),
        ...story.issues.map((one) => one.issue_id),
        ...story.rules.map((one) => one.rule_id),
        ...story.views.map((one) => one.id),
        `entry-${side}`,
      ];
      await service.send(`/client-storage/users/console/ns/entry-${side}`, {
        method: 'PUT',
        token: keys[side],
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ value: { mark: MARK[side] } }),
      });
      for (const path of ['aispm-agents', 'aispm-tools', 'rules', 'locations']) {
        const { tenantId, workspaceId } = workspaceOf(side);
        const page = await service.send(`/${path}/tenants/${tenantId}/workspaces/${workspaceId}?page_size=1`, {
          token: keys[side],
        });
        cursors[side].push(((await page.json()) as { cursor: string }).cursor);
      }
    }
  });
  afterAll(() => service.close());

  test(`${RUNS} random requests with identifiers, workspaces and cursors of the others bring no foreign byte`, {
    timeout: 120_000 + RUNS * 200,
  }, async () => {
    const reads = [...OPERATIONS.values()].filter(({ method }) => method === 'GET');
    const { pick } = randomOf(`isolation ${kind}`);
    const statuses: Record<number, number> = {};
    let foreign = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const side = pick(SIDES);
      const operation = pick(reads);
      const address = pick([side, OTHER[side], OTHER[side]]);
      const path = fill(operation, address, pick(ids[pick(SIDES)]), pick);
      const query = pick([
        '',
        '',
        `?cursor=${encodeURIComponent(pick(cursors[OTHER[side]]))}`,
        '?page_size=100',
        `?asset_id=only-${OTHER[side]}&include_total=true`,
        '?start_time=2026-11-18T00:00:00Z&end_time=2026-11-18T23:00:00Z',
      ]);
      const answer = await service.send(`${path}${query}`, { token: keys[side] });
      const text = await answer.text();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      expect(text, `${path}${query} as ${side}`).not.toContain(MARK[OTHER[side]]);
      expect(JSON.stringify([...answer.headers])).not.toContain(MARK[OTHER[side]]);
      if (address !== side && path.includes('/tenants/')) {
        expect(answer.status, path).toBe(403);
        foreign += 1;
      }
      expect(answer.status, `${path}${query}`).not.toBe(500);
    }
    // The requests were of all kinds, or this would say little.
    expect(foreign).toBeGreaterThan(RUNS / 10);
    expect(statuses[200]).toBeGreaterThan(RUNS / 20);
    expect(statuses[403]).toBeGreaterThan(0);
    expect(statuses[404]).toBeGreaterThan(0);
  });

  test('a record of the others is unknown in the very words of one that never was', async () => {
    const { tenantId, workspaceId } = workspaceOf('left');
    const bodies = await Promise.all(
      ['only-right', 'never-was'].map(async (id) => {
        const answer = await service.send(`/assets/tenants/${tenantId}/workspaces/${workspaceId}/${id}`, {
          token: keys.left,
        });
        return [answer.status, await answer.text()];
      }),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]?.[0]).toBe(404);
  });

  test('a key that ends is refused within seconds, in the words of one that never was', async () => {
    const key = await service.key([workspaceOf('left')], 'user-left');
    const ask = (token: string) => service.send('/aispm-dashboard', { token });
    expect((await ask(key)).status).toBe(200);
    const keyId = key.split('_')[1] as string;
    await service.database.system((db) =>
      db.updateTable('api_keys').set({ revoked_at: '2026-01-01T00:00:00Z' }).where('key_id', '=', keyId).execute(),
    );
    await expect.poll(async () => (await ask(key)).status, { timeout: 30_000 }).toBe(401);
    const [revoked, unknown] = await Promise.all([ask(key), ask(`aispm_${'0'.repeat(18)}_${'A'.repeat(43)}`)]);
    expect(await revoked.text()).toBe(await unknown.text());
    // The public part alone, or with another secret, opens nothing.
    const other = keys.left.replace(/.{5}$/, 'AAAAA');
    expect((await ask(other)).status).toBe(401);
    expect((await ask(keys.left)).status).toBe(200);
  });

  test('the database itself keeps workspaces apart when a query forgets to', async () => {
    for (const side of SIDES) {
      const seen = await service.database.scoped({ ...workspaceOf(side), userId: `user-${side}` }, async (db) => ({
        objects: await db.selectFrom('objects').select('tenant_id').distinct().execute(),
        entries: await db.selectFrom('client_storage').select('user_id').distinct().execute(),
        changed: await db.updateTable('objects').set({ description: 'mine' }).executeTakeFirstOrThrow(),
      }));
      expect(seen.objects).toEqual([{ tenant_id: `tenant-${side}` }]);
      expect(seen.entries).toEqual([{ user_id: `user-${side}` }]);
      const all = await service.database.system((db) =>
        db.selectFrom('objects').select('aispm_object_id').where('tenant_id', '=', `tenant-${side}`).execute(),
      );
      expect(Number(seen.changed.numUpdatedRows)).toBe(all.length);
      await expect(
        service.database.scoped({ ...workspaceOf(side), userId: 'u' }, (db) =>
          db.insertInto('workspaces').values({ tenant_id: 'x', workspace_id: 'y' }).execute(),
        ),
      ).rejects.toThrow(/permission denied/);
      await expect(
        service.database.scoped({ ...workspaceOf(side), userId: 'u' }, (db) =>
          db
            .updateTable('objects')
            .set({ tenant_id: `tenant-${OTHER[side]}` })
            .execute(),
        ),
      ).rejects.toThrow();
      await expect(
        service.database.scoped({ ...workspaceOf(side), userId: 'u' }, (db) =>
          db.selectFrom('api_keys').selectAll().execute(),
        ),
      ).rejects.toThrow(/permission denied/);
    }
  });

  test('every table with a workspace is under row-level security', async () => {
    const open = await service.database.system(async (_, connection) => {
      const { rows } = await connection.query(
        `SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
         WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
           AND attname IN ('tenant_id', 'user_id') AND NOT relrowsecurity
           AND has_any_column_privilege('aispm_request', pg_class.oid, 'SELECT, INSERT, UPDATE')`,
        [],
      );
      return rows;
    });
    expect(open).toEqual([]);
  });

  /** The path of an operation, with one identifier in all its places. */
  function fill(operation: Operation, side: Side, id: string, pick: <T>(list: readonly T[]) => T): string {
    const values: Record<string, string> = {
      tenant_id: `tenant-${side}`,
      workspace_id: `space-${side}`,
      client_id: 'console',
      namespace: 'ns',
      key: id,
    };
    return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const edges = operation.parameters.find((one) => one.name === name)?.schema.enum as string[] | undefined;
      return encodeURIComponent(values[name] ?? (edges ? pick(edges) : id));
    });
  }
});
