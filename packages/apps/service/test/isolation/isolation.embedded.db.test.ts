/**
 * Requests of two tenants with the identifiers, workspaces and cursors of each other.
 *
 * @module-tag long
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleData } from '../../src/demo/sample-data.ts';
import { OPERATIONS, type Operation } from '../../src/platform/contract/contract.ts';
import { CACHE_MS } from '../../src/platform/keys/authenticator.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { markFor, seedPrincipal } from './principals.ts';
import { createRandom } from './random.ts';

const RUNS = Number(process.env.SERVICE_ISOLATION_RUNS || 300);

/** Each side has a copy of the sample data, with its own mark in every name. */
const SIDES = ['left', 'right'] as const;
type Side = (typeof SIDES)[number];

/** The marks in the names of each side; the other side must never receive them. */
const MARK = { left: markFor('space-left'), right: markFor('space-right') };
const OTHER = { left: 'right', right: 'left' } as const;

/** Lists whose first page has a cursor. */
const PAGED = ['aispm-agents', 'aispm-tools', 'rules', 'locations'];

describeOnDatabases('isolation', (kind) => {
  let service: TestService;
  const keys: Record<Side, string> = { left: '', right: '' };
  const ids: Record<Side, string[]> = { left: [], right: [] };
  const cursors: Record<Side, string[]> = { left: [], right: [] };
  const getWorkspace = (side: Side) => ({ tenantId: `tenant-${side}`, workspaceId: `space-${side}` });

  /** Writes the sample data for one side, and a record that only this side has. */
  async function seed(side: Side): Promise<void> {
    await seedPrincipal(service.database, { ...getWorkspace(side), userId: `user-${side}`, suffix: '' });
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
      keys[side] = await service.key([getWorkspace(side)], `user-${side}`);
      ids[side] = [
        `only-${side}`,
        ...[...sampleData.agents, ...sampleData.models, ...sampleData.tools, ...sampleData.mcpServers].map(
          (one) => one.aispm_object_id,
        ),
        ...sampleData.locations.map((one) => one.location_id),
        ...sampleData.issues.map((one) => one.issue_id),
        ...sampleData.rules.map((one) => one.rule_id),
        ...sampleData.views.map((one) => one.id),
        `entry-${side}`,
      ];
      await service.send(`/client-storage/users/console/ns/entry-${side}`, {
        method: 'PUT',
        token: keys[side],
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ value: { mark: MARK[side] } }),
      });
      for (const path of PAGED) {
        const { tenantId, workspaceId } = getWorkspace(side);
        const page = await service.send(`/${path}/tenants/${tenantId}/workspaces/${workspaceId}?page_size=1`, {
          token: keys[side],
        });
        cursors[side].push(((await page.json()) as { cursor: string }).cursor);
      }
    }
  });
  afterAll(() => service.close());

  it(`${RUNS} random requests with identifiers, workspaces and cursors of the other side return nothing of it`, {
    timeout: (30 * 60 + RUNS) * 1_000,
  }, async () => {
    const reads = [...OPERATIONS.values()].filter(({ method }) => method === 'GET');
    const { pick } = createRandom(`isolation ${kind}`);
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
      const response = await service.send(`${path}${query}`, { token: keys[side] });
      const text = await response.text();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      expect(text, `${path}${query} as ${side}`).not.toContain(MARK[OTHER[side]]);
      expect(JSON.stringify([...response.headers])).not.toContain(MARK[OTHER[side]]);
      if (address !== side && path.includes('/tenants/')) {
        expect(response.status, path).toBe(403);
        foreign += 1;
      }
      expect(response.status, `${path}${query}`).not.toBe(500);
    }
    // Otherwise the requests weren't varied enough.
    expect(foreign).toBeGreaterThan(RUNS / 10);
    expect(statuses[200]).toBeGreaterThan(RUNS / 20);
    expect(statuses[403]).toBeGreaterThan(0);
    expect(statuses[404]).toBeGreaterThan(0);
  });

  it('rejects the cursor of another tenant for the same list', async () => {
    const { tenantId, workspaceId } = getWorkspace('left');
    for (const [index, path] of PAGED.entries()) {
      const statuses = await Promise.all(
        SIDES.map(async (side) => {
          const cursor = encodeURIComponent(cursors[side][index] ?? '');
          const url = `/${path}/tenants/${tenantId}/workspaces/${workspaceId}?page_size=1&cursor=${cursor}`;
          return (await service.send(url, { token: keys.left })).status;
        }),
      );
      expect(statuses, path).toEqual([200, 400]);
    }
  });

  it('returns the same 404 for a record of another tenant and for one that does not exist', async () => {
    const { tenantId, workspaceId } = getWorkspace('left');
    const bodies = await Promise.all(
      ['only-right', 'never-existed'].map(async (id) => {
        const response = await service.send(`/assets/tenants/${tenantId}/workspaces/${workspaceId}/${id}`, {
          token: keys.left,
        });
        return [response.status, await response.text()];
      }),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]?.[0]).toBe(404);
  });

  it('rejects a revoked key within seconds, with the response to an unknown key', async () => {
    const key = await service.key([getWorkspace('left')], 'user-left');
    const request = (token: string) => service.send('/aispm-dashboard', { token });
    expect((await request(key)).status).toBe(200);
    const keyId = key.split('_')[1] as string;
    await service.database.system((db) =>
      db.updateTable('api_keys').set({ revoked_at: '2026-01-01T00:00:00Z' }).where('key_id', '=', keyId).execute(),
    );
    service.clock.advance(CACHE_MS + 1);
    expect((await request(key)).status).toBe(401);
    const [revoked, unknown] = await Promise.all([request(key), request(`aispm_${'0'.repeat(18)}_${'A'.repeat(43)}`)]);
    expect(await revoked.text()).toBe(await unknown.text());
    // The public part with another secret is rejected.
    const other = keys.left.replace(/.{5}$/, 'AAAAA');
    expect((await request(other)).status).toBe(401);
    expect((await request(keys.left)).status).toBe(200);
  });

  it('isolates workspaces in the database when a query lacks the condition', async () => {
    for (const side of SIDES) {
      const seen = await service.database.scoped({ ...getWorkspace(side), userId: `user-${side}` }, async (db) => ({
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
        service.database.scoped({ ...getWorkspace(side), userId: 'u' }, (db) =>
          db.insertInto('workspaces').values({ tenant_id: 'x', workspace_id: 'y' }).execute(),
        ),
      ).rejects.toThrow(/permission denied/);
      await expect(
        service.database.scoped({ ...getWorkspace(side), userId: 'u' }, (db) =>
          db
            .updateTable('objects')
            .set({ tenant_id: `tenant-${OTHER[side]}` })
            .execute(),
        ),
      ).rejects.toThrow();
      await expect(
        service.database.scoped({ ...getWorkspace(side), userId: 'u' }, (db) =>
          db.selectFrom('api_keys').selectAll().execute(),
        ),
      ).rejects.toThrow(/permission denied/);
    }
  });

  it('has row-level security on every table with a workspace', async () => {
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

  /** Returns the path of an operation, with one identifier for all its records. */
  function fill(operation: Operation, side: Side, id: string, pick: <T>(list: readonly T[]) => T): string {
    const values: Record<string, string> = {
      tenant_id: `tenant-${side}`,
      workspace_id: `space-${side}`,
      client_id: 'console',
      namespace: 'ns',
      key: id,
    };
    return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const edges = operation.parameters.find((parameter) => parameter.name === name)?.schema.enum as
        | string[]
        | undefined;
      return encodeURIComponent(values[name] ?? (edges ? pick(edges) : id));
    });
  }
});
