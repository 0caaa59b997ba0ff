/** Inserts the rows of an archive into a workspace. */
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { inWorkspace, type Workspace } from '../database/rows.ts';
import { OWNER_COLUMNS } from './archived-tables.ts';
import type { ArchivedRow } from './read-archive.ts';
import { ArchiveError } from './read-lines.ts';

/** Maximum number of rows and characters per statement. */
const MAX_ROWS = 500;
const MAX_LENGTH = 1024 * 1024;

/**
 * Inserts rows in order.
 *
 * @param db in a transaction
 * @throws {ArchiveError} for the first row that the database rejects; the transaction must be rolled back
 */
export async function insertRows(db: Db, workspace: Workspace, rows: AsyncIterable<ArchivedRow>): Promise<void> {
  const identities = new Map<string, string>();
  let batch: ArchivedRow[] = [];
  let length = 0;
  const insert = async () => {
    if (batch.length > 0) await insertBatch(db, workspace, batch);
    batch = [];
    length = 0;
  };
  for await (const row of rows) {
    if (batch[0]?.table !== row.table || batch.length === MAX_ROWS || length > MAX_LENGTH) await insert();
    batch.push(row);
    length += row.line.length;
    if (row.table.identity !== undefined) identities.set(row.table.name, row.table.identity);
  }
  await insert();
  for (const [table, column] of identities) await advanceSequence(db, workspace, table, column);
}

async function insertBatch(db: Db, workspace: Workspace, batch: readonly ArchivedRow[]): Promise<void> {
  await sql`SAVEPOINT batch`.execute(db);
  try {
    await insertLines(db, workspace, batch);
  } catch (error) {
    // The database doesn't report which row it rejected.
    await sql`ROLLBACK TO SAVEPOINT batch`.execute(db);
    for (const row of batch) {
      try {
        await insertLines(db, workspace, [row]);
      } catch (cause) {
        throw new ArchiveError(
          row.number,
          `the database rejects the row of ${row.table.name}: ${(cause as Error).message}`,
        );
      }
    }
    throw error;
  }
  await sql`RELEASE SAVEPOINT batch`.execute(db);
}

async function insertLines(db: Db, { tenantId, workspaceId }: Workspace, batch: readonly ArchivedRow[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const { name, columns, key } = first.table;
  const list = (names: readonly string[], alias?: string) =>
    sql.join(names.map((column) => sql.ref(alias === undefined ? column : `${alias}.${column}`)));
  const others = columns.filter((column) => !key.includes(column));
  const replaced = others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  await sql`
    INSERT INTO ${sql.table(name)} (${list(OWNER_COLUMNS)}, ${list(columns)}) OVERRIDING SYSTEM VALUE
    SELECT ${tenantId}, ${workspaceId}, ${list(columns, 'stored')}
    FROM unnest(${batch.map(({ line }) => line)}::text[]) AS line,
      json_populate_record(NULL::${sql.table(name)}, line::json -> 'row') AS stored
    ${first.table.isDerived ? sql`ON CONFLICT (${list(key)}) DO UPDATE SET ${sql.join(replaced)}` : sql``}`.execute(db);
}

/** Advances the sequence beyond the restored numbers. */
async function advanceSequence(db: Db, workspace: Workspace, table: string, column: string): Promise<void> {
  const sequence = sql`pg_get_serial_sequence(${table}, ${column})`;
  await sql`
    SELECT setval(${sequence}, greatest(nextval(${sequence}), max(${sql.ref(column)}))) FROM ${sql.table(table)}
    WHERE ${inWorkspace(table, workspace)}`.execute(db);
}
