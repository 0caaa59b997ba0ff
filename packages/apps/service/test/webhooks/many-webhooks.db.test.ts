/** Many webhooks, most of which have nothing to do. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { announceChanges } from '../../src/domains/webhooks/deliveries/announce.ts';
import { claimWebhook, readWait } from '../../src/domains/webhooks/deliveries/claim.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { freshDatabase } from '../databases/databases.ts';
import { countPages } from '../scale/pages.ts';

const WORKSPACES = 1_000;
const WEBHOOKS_EACH = 5;
const TENANTS = 100;
const NOW = '2026-05-02T00:00:00Z';

let database: Database;

/** Finds changes and claims webhooks, as a process does once a second. */
async function poll(busyTenants: readonly string[] = []) {
  await announceChanges(database, NOW);
  const claimed = await claimWebhook(database, 'owner', NOW, busyTenants);
  await readWait(database, NOW);
  return claimed;
}

const change = (count: number) =>
  database.system((db) =>
    sql`UPDATE change_logs SET last_position = last_position + 1
      WHERE ctid = ANY(ARRAY(SELECT ctid FROM change_logs ORDER BY tenant_id, workspace_id LIMIT ${count}))`.execute(
      db,
    ),
  );

beforeAll(async () => {
  database = await freshDatabase('postgres', 1);
  await database.system(async (db) => {
    await sql`
      INSERT INTO change_logs (tenant_id, workspace_id, last_position, last_at, announced_position)
      SELECT 't' || n % ${sql.lit(TENANTS)}, 'w' || n, 7, '2026-05-01', 7
      FROM generate_series(1, ${sql.lit(WORKSPACES)}) AS n`.execute(db);
    await sql`
      INSERT INTO webhooks (tenant_id, workspace_id, id, name, url, kinds, severities, secret_salt, planned_position)
      SELECT tenant_id, workspace_id, 'h' || n, 'Desk', 'https://desk.example/', '{}', '{}', '\\x00', last_position
      FROM change_logs CROSS JOIN generate_series(1, ${sql.lit(WEBHOOKS_EACH)}) AS n`.execute(db);
    await sql`ANALYZE change_logs, webhooks`.execute(db);
  });
});
afterAll(() => database?.close());

it('looks at none of many webhooks while nothing happens', async () => {
  expect(await poll()).toBeUndefined();
  const { pages } = await countPages(database, () => poll());
  expect(pages).toBeLessThan(20);
});

it('looks only at the webhooks of the workspace with a change', async () => {
  await change(1);
  const { pages } = await countPages(database, async () => {
    expect(await poll()).toMatchObject({ tenantId: 't0', workspaceId: 'w100' });
  });
  expect(pages).toBeLessThan(250);
});

it('skips the webhooks of a tenant that has many turns, and finds those of another one', async () => {
  await change(WORKSPACES);
  expect((await poll(['t0']))?.tenantId).not.toBe('t0');
});
