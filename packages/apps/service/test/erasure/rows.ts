/** Rows in every table, and the search for texts in all of them. */

import { sql } from 'kysely';
import { RETAINED_TABLES } from '../../src/composition/erasure.ts';
import { hasColumn, listTables, type StoredColumn, type StoredTable } from '../../src/platform/database/catalog.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Scope } from '../../src/platform/database/scope.ts';

/** Values of columns by the start of their type. */
const VALUES: readonly [string, (mark: string) => string][] = [
  ['text[]', (mark) => `{${mark}}`],
  ['text', (mark) => mark],
  ['json', (mark) => JSON.stringify({ mark })],
  ['timestamp', () => '2026-11-01T00:00:00Z'],
  ['boolean', () => 'false'],
  ['', () => '1'],
];

/** A table whose rows every process adds to others within a second. */
const PASSING = 'llm_interaction_count_changes';

/** Returns the tables that contain no row of a workspace or a user, among those that may. */
export async function findEmptyTables(database: Database, scope: Scope): Promise<StoredTable[]> {
  const empty: StoredTable[] = [];
  for (const table of await database.system(listTables)) {
    // One partition is enough.
    if (table.name !== table.parent || table.name === PASSING || !ownerOf(table, scope)) continue;
    const { rows } = await database.system((db) =>
      sql`SELECT FROM ${refer(table)} WHERE ${ownerOf(table, scope)} LIMIT 1`.execute(db),
    );
    if (rows.length === 0) empty.push(table);
  }
  return empty;
}

/** Inserts a row into each table that has none of a workspace and a user. */
export async function fillEmptyTables(database: Database, scope: Scope, mark: string): Promise<void> {
  for (const table of await findEmptyTables(database, scope)) {
    const columns = table.columns.filter(({ isGenerated, isIdentity }) => !isGenerated && !isIdentity);
    const values = columns.map((column) => createValue(column, scope, mark));
    await database.system((db) =>
      db.transaction().execute(async (transaction) => {
        // The row need not refer to others.
        await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
        await sql`INSERT INTO ${refer(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
          VALUES (${sql.join(values)})`.execute(transaction);
      }),
    );
  }
}

/** Returns the tables with a row that contains one of some texts, in any column. */
export async function findTexts(database: Database, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of await database.system(listTables)) {
    if (RETAINED_TABLES.includes(table.parent)) continue;
    const { rows } = await database.system((db) =>
      sql<{ row: string }>`SELECT stored::text AS row FROM ${refer(table)} AS stored
        WHERE EXISTS (SELECT FROM unnest(${texts}::text[]) AS mark WHERE strpos(stored::text, mark) > 0) LIMIT 1`.execute(
        db,
      ),
    );
    if (rows[0]) found.push(`${table.name}: ${rows[0].row.slice(0, 300)}`);
  }
  return found;
}

function refer({ schema, name }: StoredTable) {
  return sql.table(`${schema}.${name}`);
}

function ownerOf(table: StoredTable, { tenantId, workspaceId, userId }: Scope) {
  if (hasColumn(table, 'workspace_id')) return sql`tenant_id = ${tenantId} AND workspace_id = ${workspaceId}`;
  return hasColumn(table, 'user_id') ? sql`user_id = ${userId}` : undefined;
}

function createValue({ name, type }: StoredColumn, { tenantId, workspaceId, userId }: Scope, mark: string) {
  if (type === 'bytea') return sql`convert_to(${mark}, 'UTF8')`;
  const owner = { tenant_id: tenantId, workspace_id: workspaceId, user_id: userId }[name];
  const value = owner ?? VALUES.find(([start]) => type.startsWith(start))?.[1](mark);
  return sql`${value}::${sql.raw(type)}`;
}
