/** The tables of the database, read from its catalog, so operations on all data can't miss a table. */
import { sql } from 'kysely';
import type { Db } from './dialect.ts';

/** A table or partition with rows. */
export interface StoredTable {
  schema: string;
  name: string;
  /** The partitioned table that it belongs to; otherwise its own name. */
  parent: string;
  columns: StoredColumn[];
  /** Columns of its primary key. */
  key: string[];
}

/** A column of a table. */
export interface StoredColumn {
  name: string;
  /** Such as `text`, `jsonb` or `timestamp(3) with time zone`. */
  type: string;
  /** Whether it's a generated column. */
  isGenerated: boolean;
  /** Whether it's filled by a sequence. */
  isIdentity: boolean;
}

/** Lists all tables, referencing ones first, so rows can be deleted in this order, and inserted in the reverse order. */
export async function listTables(db: Db): Promise<StoredTable[]> {
  const { rows: tables } = await sql<StoredTable>`
    SELECT nspname AS schema, relname AS name, coalesce(parent.name, relname) AS parent,
      json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod),
        'isGenerated', attgenerated <> '', 'isIdentity', attidentity <> '') ORDER BY attnum) AS columns,
      coalesce((
        SELECT json_agg(part.attname ORDER BY array_position(conkey, part.attnum)) FROM pg_constraint
        JOIN pg_attribute AS part ON part.attrelid = conrelid AND part.attnum = ANY(conkey)
        WHERE conrelid = pg_class.oid AND contype = 'p'
      ), '[]') AS key
    FROM pg_class
    JOIN pg_namespace ON pg_namespace.oid = relnamespace
    JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN LATERAL (
      SELECT relname AS name FROM pg_inherits JOIN pg_class AS partitioned ON partitioned.oid = inhparent
      WHERE inhrelid = pg_class.oid
    ) AS parent ON true
    WHERE relkind = 'r' AND nspname !~ '^pg_' AND nspname <> 'information_schema'
    GROUP BY pg_class.oid, nspname, relname, parent.name ORDER BY nspname, relname`.execute(db);
  const { rows: references } = await sql<{ from: string; to: string }>`
    SELECT child.relname AS from, parent.relname AS to FROM pg_constraint
    JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
    WHERE contype = 'f' AND conrelid <> confrelid`.execute(db);
  return sortByReferences(tables, references);
}

function sortByReferences(
  tables: readonly StoredTable[],
  references: readonly { from: string; to: string }[],
): StoredTable[] {
  const sorted: StoredTable[] = [];
  const visited = new Set<StoredTable>();
  const visit = (table: StoredTable) => {
    if (visited.has(table)) return;
    visited.add(table);
    const children = references.filter(({ to }) => to === table.parent).map(({ from }) => from);
    for (const child of tables) if (children.includes(child.parent)) visit(child);
    sorted.push(table);
  };
  for (const table of tables) visit(table);
  return sorted;
}

/** Returns whether a table has a column. */
export function hasColumn({ columns }: StoredTable, wanted: string): boolean {
  return columns.some(({ name }) => name === wanted);
}
