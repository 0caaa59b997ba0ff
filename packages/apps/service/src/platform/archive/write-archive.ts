/** Writes a workspace as JSON lines: a header, one line per row, and the row counts. */

import type { Database } from '../database/database.ts';
import type { Connection } from '../database/drivers/connection.ts';
import type { Workspace } from '../database/rows.ts';
import { type ArchivedTable, listArchivedTables, readMigrations } from './archived-tables.ts';

/** The format of archives, and its version. */
export const FORMAT = 'aispm-workspace';
export const VERSION = 1;

/** Number of rows in memory at once. Some of them have about 1 MiB. */
const ROWS = 50;

/** The first line. */
export interface ArchiveHeader {
  format: typeof FORMAT;
  version: typeof VERSION;
  tenant_id: string;
  workspace_id: string;
  exported_at: string;
  /** The database's migrations, which are required to restore the archive. */
  migrations: string[];
}

/** The last line. */
export interface ArchiveEnd {
  /** Number of rows by table. */
  end: Record<string, number>;
}

/**
 * Writes a workspace as of one point in time.
 *
 * @param now in RFC 3339
 * @param write writes some lines, and resolves when it accepts more
 * @returns number of rows by table
 */
export function writeArchive(
  database: Database,
  workspace: Workspace,
  now: string,
  write: (lines: string) => Promise<void>,
): Promise<ArchiveEnd['end']> {
  return database.system(async (db, connection) => {
    await connection.execute('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      const header: ArchiveHeader = {
        format: FORMAT,
        version: VERSION,
        tenant_id: workspace.tenantId,
        workspace_id: workspace.workspaceId,
        exported_at: now,
        migrations: await readMigrations(db),
      };
      await write(`${JSON.stringify(header)}\n`);
      const end: ArchiveEnd['end'] = {};
      for (const table of await listArchivedTables(db)) {
        end[table.name] = await writeTable(connection, table, workspace, write);
      }
      await write(`${JSON.stringify({ end } satisfies ArchiveEnd)}\n`);
      return end;
    } finally {
      await connection.execute('ROLLBACK');
    }
  });
}

/** @returns number of rows */
async function writeTable(
  connection: Connection,
  { name, columns, key }: ArchivedTable,
  { tenantId, workspaceId }: Workspace,
  write: (lines: string) => Promise<void>,
): Promise<number> {
  const list = (names: readonly string[]) => names.map((column) => `"${column}"`).join(', ');
  await connection.query(
    `DECLARE archived NO SCROLL CURSOR FOR
       SELECT json_build_object('table', '${name}', 'row', row_to_json(stored))::text AS line
       FROM (SELECT ${list(columns)} FROM "${name}" WHERE tenant_id = $1 AND workspace_id = $2
         ORDER BY ${list(key)}) AS stored`,
    [tenantId, workspaceId],
  );
  let count = 0;
  for (let fetched = ROWS; fetched === ROWS; count += fetched) {
    const rows = (await connection.execute(`FETCH ${ROWS} FROM archived`)) as { line: string }[];
    fetched = rows.length;
    if (fetched > 0) await write(rows.map(({ line }) => `${line}\n`).join(''));
  }
  await connection.execute('CLOSE archived');
  return count;
}
