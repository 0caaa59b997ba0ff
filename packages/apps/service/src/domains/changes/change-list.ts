/** The list of changes. Names are joined, and are the current ones. */
import type { Change } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import { getSchema } from '../../platform/contract/contract.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { ApiError } from '../../platform/http/errors/errors.ts';
import type { CursorPosition } from '../../platform/lists/cursor.ts';
import { anyOf, type Condition, type FilterValues } from '../../platform/lists/filters.ts';
import { type List, type Search, type Selection, sortKey } from '../../platform/lists/list.ts';
import { anyValue, rowsWithAny } from '../../platform/lists/search.ts';

/** Formats a position as the identifier of a change. */
const CHANGE_ID = sql<string>`lpad(changes.position::text, 16, '0')`;

/** Returns the current name of the object in a column; null if it's not retained. */
function objectName(column: 'subject_id' | 'target_id'): RawBuilder<string | null> {
  return sql`(SELECT aispm_friendly_name FROM objects
    WHERE ${inSameWorkspace('objects', 'changes')} AND aispm_object_id = ${sql.ref(`changes.${column}`)})`;
}

const SUBJECT_NAME = sql<string | null>`CASE
  WHEN changes.object_type <> '' THEN ${objectName('subject_id')}
  WHEN changes.kind = 'rule_changed' THEN (SELECT rule_name FROM rules
    WHERE ${inSameWorkspace('rules', 'changes')} AND rules.rule_id = changes.subject_id)
  WHEN changes.kind = 'scan_ended' THEN (SELECT target FROM scans
    WHERE ${inSameWorkspace('scans', 'changes')} AND scans.scan_id = changes.subject_id)
  WHEN changes.kind = 'run_ended' THEN (SELECT evaluations.name FROM evaluation_runs
    JOIN evaluations ON ${inSameWorkspace('evaluations', 'evaluation_runs')} AND evaluations.id = evaluation_id
    WHERE ${inSameWorkspace('evaluation_runs', 'changes')} AND evaluation_runs.id = changes.subject_id)
  WHEN changes.kind = 'export_ended' THEN (SELECT views.name FROM view_exports
    JOIN views ON ${inSameWorkspace('views', 'view_exports')} AND views.id = view_id
    WHERE ${inSameWorkspace('view_exports', 'changes')} AND export_workflow_id = changes.subject_id)
  ELSE (SELECT rule_name FROM issues JOIN rules ON ${inSameWorkspace('rules', 'issues')} AND rules.rule_id = issues.rule_id
    WHERE ${inSameWorkspace('issues', 'changes')} AND issues.issue_id = changes.subject_id)
  END`;

/** Selects the changes of a workspace. */
function selectChanges(db: Db, scope: Workspace) {
  return db
    .selectFrom('changes')
    .select([
      CHANGE_ID.as('change_id'),
      'changes.occurred_at',
      'changes.kind',
      'changes.subject_id',
      SUBJECT_NAME.as('subject_name'),
      sql<string | null>`nullif(changes.object_type, '')`.as('object_type'),
      'changes.edge',
      'changes.target_id',
      sql<string | null>`CASE WHEN changes.target_id IS NOT NULL THEN ${objectName('target_id')} END`.as('target_name'),
      'changes.definitive_severity',
      'changes.status',
      'changes.changed_fields',
      'changes.scan_id',
    ])
    .where(inWorkspace('changes', scope));
}

/**
 * The position is that of the first change at or after a timestamp, or a later one. Times ascend with positions, and so the list is
 * read from there.
 */
function startsAt(timestamp: unknown, scope: Workspace): Condition {
  return sql`changes.position >= (SELECT first.position FROM changes AS first
    WHERE ${inWorkspace('first', scope)} AND first.occurred_at >= ${timestamp}::timestamptz
    ORDER BY first.occurred_at, first.position LIMIT 1)`;
}

/** The position is greater than that of a change. */
function follows(changeId: unknown): Condition {
  return sql`changes.position > ${changeId}::bigint`;
}

/** Returns the condition of the period. */
function inPeriod({ since, after }: FilterValues<'listChanges'>, scope: Workspace): Condition {
  const conditions = [
    ...(since === undefined ? [] : [startsAt(since, scope)]),
    ...(after === undefined ? [] : [follows(after)]),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` AND `)})`;
}

/**
 * Checks that the log has all changes of a period.
 *
 * @param after the position of the cursor; undefined for the first page
 * @throws {ApiError} 410 when some have been removed, or the log has never had as many
 */
async function checkRetained(
  db: Db,
  { scope, filters: { since, after } }: Selection<'listChanges'>,
  cursor: CursorPosition | undefined,
): Promise<void> {
  const start = cursor?.id ?? after;
  if (start === undefined && since === undefined) return;
  const { rows } = await sql<{ is_complete: boolean }>`
    SELECT coalesce(${start ?? null}::bigint <= last_position, true) AND (
      coalesce(${start ?? null}::bigint >= removed_position, false)
      OR coalesce(${since ?? null}::timestamptz > coalesce(removed_at, '-infinity'), false)
    ) AS is_complete
    FROM change_logs WHERE ${inWorkspace('change_logs', scope)}`.execute(db);
  // Without changes, there's no log.
  const isComplete = rows[0]?.is_complete ?? Number(start ?? 0) === 0;
  if (isComplete) return;
  const message = 'Changes in this period have been removed. Read the lists, then the changes since you began.';
  throw new ApiError(410, 'changes_removed', message);
}

/** The positions of identifiers; other identifiers have none. */
function toPositions(ids: unknown): RawBuilder<unknown> {
  return sql`ARRAY(SELECT id::bigint FROM unnest(${ids}::text[]) AS id WHERE id ~ '^[0-9]{16}$')`;
}

const KINDS = getSchema('ChangeKind').enum ?? [];
/** The column is empty if there's no object. */
const OBJECT_TYPES = [...(getSchema('ObjectType').enum ?? []), ''];

const changeSearch: Search<'listChanges'> = {
  table: 'changes',
  find(scope, filters, max) {
    const { id, kind, object_type, severity } = filters;
    const matching = (condition: RawBuilder<unknown>) => sql`
      SELECT * FROM changes WHERE ${inWorkspace('changes', scope)} AND ${inPeriod(filters, scope)} AND ${condition}
      ORDER BY position LIMIT ${max}`;
    return [
      ...(id === undefined
        ? []
        : [rowsWithAny({ table: 'changes', scope, max }, 'position', toPositions(id), 'position')]),
      ...(kind === undefined && object_type === undefined
        ? []
        : [
            sql`SELECT found.*
              FROM (SELECT DISTINCT unnest(${anyValue(kind ?? sql.lit(toArray(KINDS)))})) AS kinds (wanted_kind)
              CROSS JOIN (SELECT DISTINCT unnest(${anyValue(object_type ?? sql.lit(toArray(OBJECT_TYPES)))})) AS types (wanted_type)
              CROSS JOIN LATERAL (${matching(sql`kind = wanted_kind AND object_type = wanted_type`)}) AS found`,
          ]),
      ...(severity === undefined
        ? []
        : [
            sql`SELECT found.* FROM (SELECT DISTINCT unnest(${anyValue(severity)})) AS severities (wanted)
              CROSS JOIN LATERAL (${matching(sql`definitive_severity = wanted`)}) AS found`,
          ]),
    ];
  },
};

/** Returns a list of known values as the literal of an array. */
function toArray(values: readonly unknown[]): string {
  return `{${values.map((value) => JSON.stringify(value)).join(',')}}`;
}

export const changeList: List<'listChanges', object, Change> = {
  operation: 'listChanges',
  rows: selectChanges,
  filters: {
    id: (ids) => sql`changes.position = ANY(${toPositions(ids)})`,
    since: startsAt,
    after: follows,
    kind: anyOf('changes.kind'),
    object_type: anyOf('changes.object_type'),
    severity: anyOf('changes.definitive_severity'),
  },
  search: changeSearch,
  sorts: { sorted: sortKey('changes.position', 'bigint') },
  id: sql.ref('changes.position'),
  toItem: (row) => row as Change,
  checkPage: checkRetained,
};
