/** Determines which rows and identifiers in the database belong to which owner. */
import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';
import type { Scope } from '../../src/platform/database/scope.ts';

/** A table that requests can access, and in which every row belongs to a workspace, a user, or both. */
export interface IsolatedTable {
  name: string;
  hasWorkspace: boolean;
  hasUser: boolean;
  /** Without generated columns. */
  columns: { name: string; type: string }[];
}

/** Lists these tables; partitions are part of their table. */
export async function listIsolatedTables(database: Database): Promise<IsolatedTable[]> {
  return database.system(async (_, connection) => {
    const { rows } = await connection.query(
      `SELECT relname AS name, bool_or(attname = 'tenant_id') AS "hasWorkspace", bool_or(attname = 'user_id') AS "hasUser",
         json_agg(json_build_object('name', attname, 'type', format_type(atttypid, NULL)) ORDER BY attnum)
           FILTER (WHERE attgenerated = '') AS columns
       FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
         AND has_any_column_privilege('aispm_request', pg_class.oid, 'SELECT, INSERT, UPDATE')
       GROUP BY relname HAVING bool_or(attname IN ('tenant_id', 'user_id')) ORDER BY relname`,
      [],
    );
    return rows as unknown as IsolatedTable[];
  });
}

/** Switches row-level security on or off. Without it, only the conditions of queries separate the owners. */
export async function setRowSecurity(
  database: Database,
  tables: readonly IsolatedTable[],
  isOn: boolean,
): Promise<void> {
  // One by one: together they would hold locks that jobs wait for in another order.
  for (const { name } of tables) {
    const statement = `ALTER TABLE ${name} ${isOn ? 'ENABLE' : 'DISABLE'} ROW LEVEL SECURITY`;
    await database.system((_, connection) => connection.execute(statement));
  }
}

/** Returns an expression for the owner of a row. */
function ownerExpression({ hasWorkspace, hasUser }: IsolatedTable) {
  const parts = [...(hasWorkspace ? ['tenant_id', 'workspace_id'] : []), ...(hasUser ? ['user_id'] : [])];
  return sql<string>`concat_ws('/', ${sql.join(parts.map((part) => sql.ref(part)))})`;
}

/** Returns the owners of the rows that a principal may access. */
export function ownerNames({ tenantId, workspaceId, userId }: Scope): string[] {
  return [`${tenantId}/${workspaceId}`, `${tenantId}/${workspaceId}/${userId}`, userId];
}

/** What the sender of events changes on its own, at any time: columns by table, or `all`. */
const SENT: Readonly<Record<string, readonly string[] | 'all'>> = {
  change_logs: ['announced_position'],
  webhook_deliveries: 'all',
  webhooks: ['planned_position', 'first_failure_at', 'lease_owner', 'lease_expires_at', 'due_at', 'resume_at'],
};

/** Returns digests of the rows, by table and owner, without what the sender of events changes. */
export async function computeDigests(
  database: Database,
  tables: readonly IsolatedTable[],
): Promise<Map<string, string>> {
  const parts = tables.flatMap((table) => {
    const sent = SENT[table.name];
    if (sent === 'all') return [];
    const text = sent ? sql`(to_jsonb(rows) - ${sent}::text[])::text` : sql`rows::text`;
    return sql`
      SELECT ${table.name}::text || ' of ' || ${ownerExpression(table)} AS name, ${ownerExpression(table)} AS owner,
        md5(string_agg(md5(${text}), '' ORDER BY md5(${text}))) AS digest
      FROM ${sql.table(table.name)} AS rows GROUP BY 2`;
  });
  const { rows } = await database.system((db) =>
    sql<{ name: string; digest: string }>`${sql.join(parts, sql` UNION ALL `)}`.execute(db),
  );
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** Columns with values that a request may contain: identifiers, keys and versions. */
const IDENTIFYING = /(^|_)(ids?|key|etag|namespace)$/;
/** Columns of the owner. */
const OWNER_COLUMNS = ['tenant_id', 'workspace_id', 'user_id'];

/** Identifying values of the rows of an owner, by column. */
export type Names = Map<string, Set<string>>;

/** Reads all identifying values, by owner. */
export async function readNames(database: Database, tables: readonly IsolatedTable[]): Promise<Map<string, Names>> {
  const parts = tables.flatMap((table) =>
    table.columns
      .filter(({ name, type }) => IDENTIFYING.test(name) && !OWNER_COLUMNS.includes(name) && /^text/.test(type))
      .map(({ name, type }) => {
        const value = type === 'text' ? sql.ref(name) : sql`unnest(${sql.ref(name)})`;
        return sql`SELECT DISTINCT ${ownerExpression(table)} AS owner, ${`${table.name}.${name}`}::text AS "column", ${value} AS value
          FROM ${sql.table(table.name)}`;
      }),
  );
  const { rows } = await database.system((db) =>
    sql<{ owner: string; column: string; value: string | null }>`${sql.join(parts, sql` UNION ALL `)}`.execute(db),
  );
  const found = new Map<string, Names>();
  for (const { owner, column, value } of rows) {
    if (value === null) continue;
    const ofOwner = found.get(owner) ?? new Map<string, Set<string>>();
    found.set(owner, ofOwner);
    const ofColumn = ofOwner.get(column) ?? new Set<string>();
    ofOwner.set(column, ofColumn.add(value));
  }
  return found;
}

/** Returns the identifying values of a principal: those of its workspace and of its user. */
export function findNames(all: ReadonlyMap<string, Names>, principal: Scope): Names {
  return new Map(ownerNames(principal).flatMap((owner) => [...(all.get(owner) ?? [])]));
}
