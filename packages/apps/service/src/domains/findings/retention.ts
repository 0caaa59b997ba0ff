/** Removes old resolved occurrences, and old entries of the history of issues. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import type { RetentionRule } from '../../platform/retention/retention.ts';
import { countRows, untilNone } from '../../platform/retention/steps.ts';
import { lockFindings, recountElements } from './issues/update-counts.ts';
import { collectFindings } from './issues/update-issues.ts';

/** Maximum number of occurrences, or of issues, in one transaction. */
const BATCH = 500;

/**
 * Condition: an occurrence was resolved before a timestamp, and no scanner reports it. An issue keeps its newest occurrence, so
 * it can still be read and reopened.
 */
const isExpiredOccurrence = (
  before: string,
) => sql`expired.status = 'resolved' AND expired.status_reason IS DISTINCT FROM 'rule_disabled' AND expired.resolved_at < ${before}::timestamptz
  AND NOT EXISTS (
    SELECT FROM fine_grained_issue_sightings AS sighting
    WHERE ${inSameWorkspace('sighting', 'expired')} AND sighting.fine_grained_issue_id = expired.fine_grained_issue_id
  )
  AND EXISTS (
    SELECT FROM fine_grained_issues AS other
    WHERE ${inSameWorkspace('other', 'expired')} AND other.issue_id = expired.issue_id
      AND (other.status <> 'resolved'
        OR (other.resolved_at, other.fine_grained_issue_id) > (expired.resolved_at, expired.fine_grained_issue_id))
  )`;

export const occurrenceRetention: RetentionRule = {
  name: 'resolved occurrences',
  variable: 'RETAIN_RESOLVED_DAYS',
  days: ({ retainResolvedDays }) => retainResolvedDays,
  count: (database, before) =>
    countRows(database, sql`FROM fine_grained_issues AS expired WHERE ${isExpiredOccurrence(before)}`),
  remove: (database, before) => untilNone(() => removeOccurrences(database, before)),
};

async function removeOccurrences(database: Database, before: string): Promise<number> {
  const workspace = await findWorkspace(
    database,
    sql`fine_grained_issues AS expired WHERE ${isExpiredOccurrence(before)} ORDER BY resolved_at`,
  );
  if (!workspace) return 0;
  return database.system((db) =>
    db.transaction().execute(async (transaction) => {
      await lockFindings(transaction, workspace);
      const { rows } = await sql<{ issue_id: string; aispm_object_id: string; asset_id: string | null }>`
        DELETE FROM fine_grained_issues WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM fine_grained_issues AS expired
          WHERE ${inWorkspace('expired', workspace)} AND ${isExpiredOccurrence(before)}
          ORDER BY resolved_at, fine_grained_issue_id LIMIT ${sql.lit(BATCH)}
        ))
        RETURNING issue_id, aispm_object_id, asset_id`.execute(transaction);
      // Issues and objects only count unresolved occurrences.
      await recountElements(transaction, workspace, collectFindings(rows));
      return rows.length;
    }),
  );
}

/** Condition: a later entry of the same issue is also older than a timestamp. */
const isSuperseded = (before: string) => sql`entry.changed_at < ${before}::timestamptz AND EXISTS (
  SELECT FROM issue_history AS later
  WHERE ${inSameWorkspace('later', 'entry')} AND later.issue_id = entry.issue_id AND later.position > entry.position
    AND later.changed_at < ${before}::timestamptz
)`;

/** The last expired entry of an issue becomes the start of its history, with all values. */
export const historyRetention: RetentionRule = {
  name: 'entries of the history of issues',
  variable: 'RETAIN_HISTORY_DAYS',
  days: ({ retainHistoryDays }) => retainHistoryDays,
  count: (database, before) => countRows(database, sql`FROM issue_history AS entry WHERE ${isSuperseded(before)}`),
  remove: (database, before) => untilNone(() => removeEntries(database, before)),
};

async function removeEntries(database: Database, before: string): Promise<number> {
  const workspace = await findWorkspace(
    database,
    sql`issue_history AS entry WHERE ${isSuperseded(before)} ORDER BY changed_at`,
  );
  if (!workspace) return 0;
  return database.system((db) =>
    db.transaction().execute(async (transaction) => {
      await lockFindings(transaction, workspace);
      const { rows } = await sql<{ removed: number }>`
        WITH expired AS MATERIALIZED (
          SELECT entry.issue_id, entry.position, entry.after FROM issue_history AS entry
          WHERE ${inWorkspace('entry', workspace)} AND entry.changed_at < ${before}::timestamptz AND entry.issue_id IN (
            SELECT DISTINCT issue_id FROM issue_history AS entry
            WHERE ${inWorkspace('entry', workspace)} AND ${isSuperseded(before)} LIMIT ${sql.lit(BATCH)}
          )
        ), starts AS (
          SELECT issue_id, max(position) AS position, coalesce(jsonb_object_agg(property.key, property.value ORDER BY position) FILTER (WHERE property.key IS NOT NULL), '{}')
              AS values
          FROM expired LEFT JOIN LATERAL jsonb_each(after) AS property ON true GROUP BY issue_id
        ), recorded AS (
          UPDATE issue_history AS entry SET kind = 'recorded', changed_by = NULL, scan_id = NULL, before = '{}', after = values,
            fine_grained_issue_id = NULL, occurrence_before = '{}', occurrence_after = '{}'
          FROM starts
          WHERE ${inWorkspace('entry', workspace)} AND entry.issue_id = starts.issue_id AND entry.position = starts.position
        ), removed AS (
          DELETE FROM issue_history AS entry USING expired, starts
          WHERE ${inWorkspace('entry', workspace)} AND entry.issue_id = expired.issue_id AND entry.position = expired.position
            AND starts.issue_id = expired.issue_id AND expired.position < starts.position
          RETURNING 1
        )
        SELECT count(*) AS removed FROM removed`.execute(transaction);
      return rows[0]?.removed ?? 0;
    }),
  );
}

/** @param found a query on expired rows, from the part after FROM */
async function findWorkspace(database: Database, found: ReturnType<typeof sql>): Promise<Workspace | undefined> {
  const find = (db: Db) =>
    sql<Workspace>`SELECT tenant_id AS "tenantId", workspace_id AS "workspaceId" FROM ${found} LIMIT 1`.execute(db);
  return (await database.system(find)).rows[0];
}
