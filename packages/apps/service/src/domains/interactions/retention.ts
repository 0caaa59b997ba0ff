/** Removes old interactions, and the content of newer ones. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { anyOf, inSameWorkspace, inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { type RetentionRule, startOfRetention } from '../../platform/retention/retention.ts';
import { countRows } from '../../platform/retention/steps.ts';
import type { Settings } from '../../platform/services/settings.ts';
import { COUNT_TABLES, type CountedInteraction, countChange, foldCounts } from './count-updates.ts';

/** Maximum number of interactions in one transaction. */
const BATCH = 2_000;

/** How far before the end of the completed part late transactions may still store interactions, in SQL. */
const LATE = sql`interval '1 day'`;

/** The timestamps before which a report is rejected, or stored without its content; undefined for none. */
export interface ReportLimits {
  notBefore?: string | undefined;
  contentNotBefore?: string | undefined;
}

/** Returns the limits of reports. */
export function reportLimits(
  { retainInteractionsDays, retainContentDays }: Settings,
  now: number = Date.now(),
): ReportLimits {
  return {
    notBefore: startOfRetention(retainInteractionsDays, now),
    contentNotBefore: startOfRetention(retainContentDays, now),
  };
}

/** Interactions with their keys, spans and counts. */
export const interactionRetention: RetentionRule = {
  name: 'interactions',
  variable: 'RETAIN_INTERACTIONS_DAYS',
  days: ({ retainInteractionsDays }) => retainInteractionsDays,
  count: (database, before) =>
    countRows(database, sql`FROM llm_interactions WHERE started_at < ${before}::timestamptz`),
  async *remove(database, before) {
    for (const workspace of await findWorkspaces(database, before)) {
      for (let removed = BATCH; removed === BATCH; ) {
        removed = await database.system((db) =>
          db.transaction().execute((transaction) => removeBatch(transaction, workspace, before)),
        );
        yield removed;
      }
    }
    await dropEmptyMonths(database, before);
  },
};

/** Messages of users and models, and arguments of tool calls. The rest of the interactions remains. */
export const contentRetention: RetentionRule = {
  name: 'contents of interactions',
  variable: 'RETAIN_CONTENT_DAYS',
  days: ({ retainContentDays }) => retainContentDays,
  count: (database, before) =>
    countRows(
      database,
      sql`FROM llm_interactions JOIN workspaces ON ${inSameWorkspace('workspaces', 'llm_interactions')}
        WHERE started_at < ${before}::timestamptz AND ${isAfterRemoved} AND ${hasContent}`,
    ),
  async *remove(database, before) {
    const { rows } = await database.system((db) =>
      sql<Workspace>`
        SELECT tenant_id AS "tenantId", workspace_id AS "workspaceId" FROM workspaces
        WHERE content_removed_until IS NULL OR content_removed_until < ${before}::timestamptz`.execute(db),
    );
    for (const workspace of rows) yield* removeContent(database, workspace, before);
  },
};

/** Finds the workspaces with interactions of an hour before a timestamp. */
async function findWorkspaces(database: Database, before: string): Promise<Workspace[]> {
  const { rows } = await database.system((db) =>
    sql<Workspace>`
      SELECT tenant_id AS "tenantId", workspace_id AS "workspaceId" FROM workspaces
      WHERE EXISTS (
        SELECT FROM current_llm_interaction_total_hours AS counts
        WHERE ${inSameWorkspace('counts', 'workspaces')} AND hour < ${before}::timestamptz
      )`.execute(db),
  );
  return rows;
}

type RemovedInteraction = CountedInteraction & { llm_interaction_id: string };

/** Removes the oldest interactions of a workspace with their keys, spans and counts. @returns their number */
async function removeBatch(db: Db, workspace: Workspace, before: string): Promise<number> {
  // In the order of the primary key, so no rows are read needlessly.
  const { rows } = await sql<RemovedInteraction>`
    WITH oldest AS MATERIALIZED (
      SELECT started_at, llm_interaction_id FROM llm_interactions
      WHERE ${inWorkspace('llm_interactions', workspace)} AND started_at < ${before}::timestamptz
      ORDER BY started_at, llm_interaction_id LIMIT ${sql.lit(BATCH)}
    )
    DELETE FROM llm_interactions
    WHERE ${inWorkspace('llm_interactions', workspace)}
      AND started_at BETWEEN (SELECT min(started_at) FROM oldest) AND (SELECT max(started_at) FROM oldest)
      AND (started_at, llm_interaction_id) IN (SELECT started_at, llm_interaction_id FROM oldest)
    RETURNING llm_interaction_id, agent_id, started_at, guardrail_outcome, guardrail_results, categories`.execute(db);
  if (rows.length > 0) await countChange(workspace, rows, -1).execute(db);
  await foldCounts(db);
  if (rows.length === 0) return removeRemains(db, workspace, before);
  await deleteCounts(db, workspace, before, sql`interaction_count <= 0`);
  await removeKeys(db, workspace, sql`llm_interaction_id = ${anyOf(rows.map((row) => row.llm_interaction_id))}`);
  return rows.length;
}

/** Removes leftovers of interactions that were removed manually, for example by dropping a partition. */
async function removeRemains(db: Db, workspace: Workspace, before: string): Promise<number> {
  const keys = await removeKeys(
    db,
    workspace,
    sql`ctid = ANY(ARRAY(
      SELECT ctid FROM llm_interaction_keys
      WHERE ${inWorkspace('llm_interaction_keys', workspace)} AND started_at < ${before}::timestamptz LIMIT ${sql.lit(BATCH)}
    ))`,
  );
  // Counts come last, because they determine which workspaces have something to remove.
  if (keys < BATCH) await deleteCounts(db, workspace, before, sql`true`);
  return keys;
}

/** Removes keys, and the spans that start with them. @returns the number of keys */
async function removeKeys(db: Db, workspace: Workspace, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ keys: number }>`
    WITH removed AS (
      DELETE FROM llm_interaction_keys WHERE ${inWorkspace('llm_interaction_keys', workspace)} AND ${condition}
      RETURNING llm_interaction_id
    ), spans AS (
      DELETE FROM llm_interaction_spans
      WHERE ${inWorkspace('llm_interaction_spans', workspace)}
        AND llm_interaction_id = ANY(ARRAY(SELECT llm_interaction_id FROM removed))
    )
    SELECT count(*) AS keys FROM removed`.execute(db);
  return rows[0]?.keys ?? 0;
}

async function deleteCounts(
  db: Db,
  workspace: Workspace,
  before: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  for (const { table, period } of COUNT_TABLES) {
    await sql`DELETE FROM ${sql.table(table)}
      WHERE ${inWorkspace(table, workspace)} AND ${sql.ref(period)} < ${before}::timestamptz AND ${condition}`.execute(
      db,
    );
  }
}

/** How long dropping a partition waits for statements that use the table, while others wait behind it. */
const LOCK_TIMEOUT = '500ms';

/** SQLSTATE: a lock wasn't available in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Drops the empty partitions of months that ended before a timestamp, to reclaim their space. */
async function dropEmptyMonths(database: Database, before: string): Promise<void> {
  const { rows } = await database.system((db) =>
    sql<{ name: string }>`
      SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = 'llm_interactions'::regclass AND relname ~ '^llm_interactions_[0-9]{4}_[0-9]{2}$'
        AND (replace(right(relname, 7), '_', '-') || '-01T00:00:00Z')::timestamptz + interval '1 month' <= ${before}::timestamptz`.execute(
      db,
    ),
  );
  for (const { name } of rows) {
    await database
      .system((db) => db.transaction().execute((transaction) => dropIfEmpty(transaction, name)))
      .catch((error: { code?: unknown }) => {
        // The next run will do: empty partitions can wait.
        if (error.code !== LOCK_NOT_AVAILABLE) throw error;
      });
  }
}

async function dropIfEmpty(db: Db, partition: string): Promise<void> {
  const isEmpty = async () => {
    const { rows } = await sql`SELECT FROM ${sql.table(partition)} LIMIT 1`.execute(db);
    return rows.length === 0;
  };
  if (!(await isEmpty())) return;
  await sql`SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(db);
  // Locks the table before its partition, as all other statements do.
  await sql`LOCK TABLE ONLY llm_interactions IN ACCESS EXCLUSIVE MODE`.execute(db);
  if (await isEmpty()) await sql`DROP TABLE ${sql.table(partition)}`.execute(db);
}

const hasArguments = sql`EXISTS (
  SELECT FROM json_array_elements(tool_calls) AS call WHERE json_typeof(call -> 'arguments') <> 'null'
)`;

const hasContent = sql`(input_messages IS NOT NULL OR output_messages IS NOT NULL OR ${hasArguments})`;

/** Condition: the content of an interaction wasn't removed yet. */
const isAfterRemoved = sql`started_at >= coalesce(content_removed_until - ${LATE}, '-infinity')`;

async function* removeContent(database: Database, workspace: Workspace, before: string): AsyncGenerator<number> {
  let from = sql`(
    SELECT coalesce(content_removed_until - ${LATE}, '-infinity') FROM workspaces WHERE ${inWorkspace('workspaces', workspace)}
  )`;
  for (let removed = BATCH; removed === BATCH; ) {
    removed = await database.system((db) =>
      db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ last: string | null; removed: number }>`
          WITH oldest AS MATERIALIZED (
            SELECT started_at, llm_interaction_id FROM llm_interactions
            WHERE ${inWorkspace('llm_interactions', workspace)} AND started_at < ${before}::timestamptz AND ${hasContent}
              AND started_at >= ${from}
            ORDER BY started_at, llm_interaction_id LIMIT ${sql.lit(BATCH)}
          ), changed AS (
            UPDATE llm_interactions SET input_messages = NULL, output_messages = NULL, tool_calls = (
              SELECT coalesce(json_agg(call::jsonb || '{"arguments": null}' ORDER BY position), '[]')
              FROM json_array_elements(tool_calls) WITH ORDINALITY AS calls (call, position)
            )
            WHERE ${inWorkspace('llm_interactions', workspace)}
              AND started_at BETWEEN (SELECT min(started_at) FROM oldest) AND (SELECT max(started_at) FROM oldest)
              AND (started_at, llm_interaction_id) IN (SELECT started_at, llm_interaction_id FROM oldest)
          )
          SELECT max(started_at) AS last, count(*) AS removed FROM oldest`.execute(transaction);
        const [{ last, removed }] = rows as [{ last: string | null; removed: number }];
        await sql`UPDATE workspaces SET content_removed_until = ${removed === BATCH ? last : before}::timestamptz
          WHERE ${inWorkspace('workspaces', workspace)}`.execute(transaction);
        from = sql`${last}::timestamptz`;
        return removed;
      }),
    );
    yield removed;
  }
}
