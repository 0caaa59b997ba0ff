/**
 * Builds the indexes of a migration before it runs, while requests write to their tables. `CREATE INDEX` alone would block
 * them.
 */
import type { Connection } from './drivers/connection.ts';

/** An index in a migration that only creates indexes. */
const CREATE_INDEX =
  /^CREATE (?<unique>UNIQUE )?INDEX IF NOT EXISTS (?<name>\w+) ON (?<table>\w+) (?<definition>[^;]+)$/;

/** A statement that creates an index. */
interface IndexStatement {
  unique: string;
  name: string;
  table: string;
  /** The part after the name of the table. */
  definition: string;
}

/** Returns the statements of a migration that only creates indexes `IF NOT EXISTS`; none for other migrations. */
export function readIndexStatements(sql: string): IndexStatement[] {
  const statements = sql
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '');
  const parsed = statements.map((statement) => CREATE_INDEX.exec(statement)?.groups);
  if (parsed.includes(undefined)) return [];
  return (parsed as Record<string, string | undefined>[]).map(
    ({ unique = '', name = '', table = '', definition = '' }) => ({ unique, name, table, definition }),
  );
}

/** Returns whether all of the indexes exist and are valid. */
export async function areBuilt(connection: Connection, statements: readonly IndexStatement[]): Promise<boolean> {
  for (const { name, table } of statements) {
    const parts = await listParts(connection, table, name);
    if (parts.some(({ is_valid }) => is_valid !== true)) return false;
  }
  return true;
}

/**
 * Builds the indexes ahead of their migration. An invalid index, left by an interrupted build, is dropped and rebuilt. Indexes
 * of a partitioned table can't be built concurrently, so its partitions get indexes, which the migration then attaches.
 */
export async function buildIndexes(connection: Connection, statements: readonly IndexStatement[]): Promise<void> {
  for (const { unique, name, table, definition } of statements) {
    for (const part of await listParts(connection, table, name)) {
      if (part.is_valid === true) continue;
      if (part.is_valid === false) await connection.execute(`DROP INDEX CONCURRENTLY ${part.index_name}`);
      await connection.execute(
        `CREATE ${unique}INDEX CONCURRENTLY ${part.index_name} ON ${part.table_name} ${definition}`,
      );
    }
  }
}

/** A table with rows, and the index to build. Both names are quoted. */
interface Part {
  table_name: string;
  index_name: string;
  /** Null if the index doesn't exist. */
  is_valid: boolean | null;
}

/** Lists the table, or its partitions if it has any. The index of a partition has the suffix of the partition's name. */
async function listParts(connection: Connection, table: string, index: string): Promise<Part[]> {
  const { rows } = await connection.query(
    `SELECT oid::regclass::text AS table_name, quote_ident(index_name) AS index_name,
       (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(quote_ident(index_name))) AS is_valid
     FROM (
       SELECT oid, $2 || substr(relname, length($1) + 1) AS index_name FROM pg_class
       WHERE relkind = 'r' AND (oid = to_regclass($1) OR oid IN (SELECT relid FROM pg_partition_tree(to_regclass($1))))
     ) AS parts ORDER BY 1`,
    [table, index],
  );
  return rows as Part[];
}
