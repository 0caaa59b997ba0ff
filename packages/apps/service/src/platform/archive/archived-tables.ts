/** The contents of a workspace's archive. */
import { sql } from 'kysely';
import { hasColumn, listTables, type StoredTable } from '../database/catalog.ts';
import type { Db } from '../database/dialect.ts';

/** A table in an archive. Its partitions count as one table. */
export interface ArchivedTable {
  name: string;
  /** Names of the columns, without workspace columns and generated columns. */
  columns: string[];
  key: string[];
  /** The column that is filled by a sequence, if there's one. */
  identity: string | undefined;
  /** Whether triggers of other tables write it. Its rows replace the ones that they wrote. */
  isDerived: boolean;
}

/** The columns of the workspace. */
export const OWNER_COLUMNS: readonly string[] = ['tenant_id', 'workspace_id'];

/**
 * Not in archives: access rights, webhooks, because a copy of a workspace must not send events to the receivers of the
 * original, responses that may contain secrets such as new API keys, and the audit log, which outlives workspaces. The table
 * of workspaces already has a row for the restored workspace. Terms contain the workspace, and are written by triggers.
 * Unnumbered changes exist only within a transaction.
 */
const LEFT_OUT: readonly string[] = [
  'workspaces',
  'api_key_grants',
  'webhooks',
  'webhook_deliveries',
  'idempotency_keys',
  'audit_entries',
  'object_terms',
  'unnumbered_changes',
];

/** Written by triggers of other tables, so they're restored last, and overwrite the rows from the triggers. */
const DERIVED: readonly string[] = [
  'object_counts',
  'object_degrees',
  'issue_counts',
  'issue_element_counts',
  'llm_interaction_days',
  'llm_interaction_category_days',
];

/** Lists the tables of an archive, in the order in which their rows can be inserted. */
export async function listArchivedTables(db: Db): Promise<ArchivedTable[]> {
  const tables = new Map<string, StoredTable>();
  for (const table of (await listTables(db)).toReversed()) {
    const isOwned = OWNER_COLUMNS.every((column) => hasColumn(table, column));
    if (isOwned && !LEFT_OUT.includes(table.parent) && !tables.has(table.parent)) tables.set(table.parent, table);
  }
  const archived = [...tables].map(([name, { columns, key }]) => ({
    name,
    columns: columns
      .filter((column) => !column.isGenerated && !OWNER_COLUMNS.includes(column.name))
      .map((column) => column.name),
    key,
    identity: columns.find(({ isIdentity }) => isIdentity)?.name,
    isDerived: DERIVED.includes(name),
  }));
  return [...archived.filter(({ isDerived }) => !isDerived), ...archived.filter(({ isDerived }) => isDerived)];
}

/** Returns the names of the database's migrations: an archive only fits the same tables. */
export async function readMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}
