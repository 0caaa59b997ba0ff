/** SQL fragments for queries, both in the query builder and in raw SQL. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from './scope.ts';

/** A workspace of a tenant. */
export type Workspace = Pick<Scope, 'tenantId' | 'workspaceId'>;

/** Returns rows as a table named `given`, with columns such as `a text, b jsonb`. */
export function recordset(rows: readonly object[], columns: string): RawBuilder<unknown> {
  return jsonRecordset(JSON.stringify(rows), columns);
}

/** Returns a JSON array of rows as a table named `given`, with columns such as `a text, b jsonb`. */
export function jsonRecordset(json: string, columns: string): RawBuilder<unknown> {
  return sql`json_to_recordset(${json}::json) AS given(${sql.raw(columns)})`;
}

/**
 * Matches any of many strings, as in `column = ${anyOf(ids)}`. If the planner sees the strings, it compares each one with the
 * column's statistics, which takes longer than the query. It doesn't look into a subquery.
 */
export function anyOf(values: readonly string[]): RawBuilder<string> {
  return sql<string>`ANY(ARRAY(SELECT unnest(${values}::text[])))`;
}

/**
 * Condition: the row of a table is in the workspace. Always use it, in `.where(inWorkspace('scans', scope))` and in `WHERE
 * ${inWorkspace('scans', scope)}`.
 *
 * @param table name or alias of the table in the query
 */
export function inWorkspace(table: string, { tenantId, workspaceId }: Workspace): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${table}.tenant_id`)} = ${tenantId} AND ${sql.ref(`${table}.workspace_id`)} = ${workspaceId})`;
}

/** Condition: the rows of two tables are in the same workspace, for joins and subqueries. */
export function inSameWorkspace(table: string, other: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${table}.tenant_id`)} = ${sql.ref(`${other}.tenant_id`)}
    AND ${sql.ref(`${table}.workspace_id`)} = ${sql.ref(`${other}.workspace_id`)})`;
}
