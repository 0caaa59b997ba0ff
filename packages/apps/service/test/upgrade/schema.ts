/** Compares schemas: whether what has worked with one works with the other. */
import type { Connection } from '../../src/platform/database/drivers/connection.ts';

/** What statements can rely on in a schema, and what it demands of them. */
export interface SchemaTerms {
  /** Names of the tables. */
  tables: ReadonlySet<string>;
  /** Sentences such as `column rules.severity is text`. */
  promises: ReadonlySet<string>;
  /** Sentences about a table, such as `rules.severity is required`, with the table. */
  demands: ReadonlyMap<string, string>;
}

/** Columns of the tables, without partitions, whose parents have the same. */
const COLUMNS = `
  SELECT relname AS name, attname, attnotnull, atthasdef OR attidentity <> '' AS is_filled, format_type(atttypid, atttypmod) AS type
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND NOT relispartition AND attnum > 0 AND NOT attisdropped`;

const KEYS = `
  SELECT relname AS name, regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '') AS definition
  FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
  WHERE relnamespace = 'public'::regnamespace AND NOT relispartition AND indisunique`;

const TERMS = `
  WITH columns AS (${COLUMNS}), keys AS (${KEYS})
  SELECT 'promise' AS kind, name, format('column %s.%s is %s', name, attname, type) AS sentence FROM columns
  UNION ALL SELECT 'promise', name, format('%s.%s may be null', name, attname) FROM columns WHERE NOT attnotnull
  UNION ALL SELECT 'promise', name, format('%s.%s may be omitted', name, attname) FROM columns WHERE NOT attnotnull OR is_filled
  UNION ALL SELECT 'promise', name, format('%s has the key %s', name, definition) FROM keys
  UNION ALL SELECT 'promise', table_name, format('requests may %s %s', privilege_type, table_name)
    FROM information_schema.role_table_grants WHERE grantee = 'aispm_request' AND table_schema = 'public'
  UNION ALL SELECT 'promise', '', format('function %s returns %s', pg_proc.oid::regprocedure, format_type(prorettype, NULL))
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  UNION ALL SELECT 'demand', name, format('%s.%s is required', name, attname) FROM columns WHERE attnotnull AND NOT is_filled
  UNION ALL SELECT 'demand', name, format('%s has the key %s', name, definition) FROM keys
  UNION ALL SELECT 'demand', relname, format('%s has the constraint %s', relname, pg_get_constraintdef(pg_constraint.oid))
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'x') AND NOT relispartition
  UNION ALL SELECT 'demand', relname, format('%s has the policy %s %s', relname, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid`;

/** Reads what the schema of a database promises and demands. */
export async function readTerms(connection: Connection): Promise<SchemaTerms> {
  const rows = (await connection.execute(TERMS)) as { kind: string; name: string; sentence: string }[];
  return {
    tables: new Set(rows.map(({ name }) => name)),
    promises: new Set(rows.filter(({ kind }) => kind === 'promise').map(({ sentence }) => sentence)),
    demands: new Map(rows.filter(({ kind }) => kind === 'demand').map(({ name, sentence }) => [sentence, name])),
  };
}

/** Lists why statements that were written for one schema may fail with another. */
export function findContractions(before: SchemaTerms, after: SchemaTerms): string[] {
  const broken = [...before.promises].filter((promise) => !after.promises.has(promise));
  const added = [...after.demands].filter(([demand, table]) => before.tables.has(table) && !before.demands.has(demand));
  return [...broken.map((promise) => `no longer: ${promise}`), ...added.map(([demand]) => `new: ${demand}`)].sort();
}
