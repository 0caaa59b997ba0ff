/** Lists occurrences of issues, which the API calls fine-grained issues. */
import type { FineGrainedIssue } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { anyOf, before, type Condition, contains, isPresent, since } from '../../platform/lists/filters.ts';
import { type List, type Search, sortKey } from '../../platform/lists/list.ts';
import { anyValue, rowsWhile, rowsWithAny } from '../../platform/lists/search.ts';
import { findObjectsByName } from '../inventory/index.ts';

/**
 * The fields of a location that an occurrence contains. They're columns, because building a JSON object in PostgreSQL takes
 * twice as long.
 */
export const LOCATION_COLUMNS = [
  'location.aispm_object_id as location_id',
  'location.aispm_friendly_name as location_name',
  sql<string | null>`location.details ->> 'file_path'`.as('file_path'),
  ...(['start_line', 'end_line', 'start_column', 'end_column'] as const).map((name) =>
    sql<number | null>`(location.details ->> ${sql.lit(name)})::integer`.as(name),
  ),
] as const;

/** Selects the occurrences of a workspace with their locations. */
export function selectOccurrences(db: Db, scope: Workspace) {
  return db
    .selectFrom('fine_grained_issues as occurrence')
    .leftJoin('objects as location', (join) =>
      join
        .on(inSameWorkspace('location', 'occurrence'))
        .onRef('location.aispm_object_id', '=', 'occurrence.location_id'),
    )
    .select([
      'occurrence.fine_grained_issue_id',
      'occurrence.issue_id',
      'occurrence.rule_id',
      'occurrence.aispm_object_id',
      'occurrence.aispm_friendly_name',
      'occurrence.object_type',
      'occurrence.asset_id',
      ...LOCATION_COLUMNS,
      'occurrence.definitive_severity',
      'occurrence.confidence',
      'occurrence.status',
      'occurrence.status_reason',
      'occurrence.status_comment',
      'occurrence.status_changed_at',
      'occurrence.status_changed_by',
      'occurrence.assignee',
      'occurrence.due_at',
      'occurrence.message',
      'occurrence.evidence',
      'occurrence.fingerprint',
      'occurrence.scan_id',
      'occurrence.first_scan_id',
      'occurrence.llm_interaction_ids',
      'occurrence.first_seen_at',
      'occurrence.last_seen_at',
      'occurrence.resolved_at',
      'occurrence.updated_at',
    ])
    .where(inWorkspace('occurrence', scope));
}

/** A row, with the location as columns. */
interface LocatedRow {
  location_id: string | null;
  location_name: string | null;
  file_path: string | null;
  start_line: number | null;
  end_line: number | null;
  start_column: number | null;
  end_column: number | null;
}

/** Adds the location to a row in place. Responses omit the extra columns. */
export function addLocation(row: object): object {
  const { location_id, location_name, file_path, start_line, end_line, start_column, end_column } = row as LocatedRow;
  const location =
    location_id === null
      ? null
      : {
          location_id,
          aispm_friendly_name: location_name,
          file_path,
          start_line,
          end_line,
          start_column,
          end_column,
        };
  return Object.assign(row, { location });
}

/** Converts a row to a record of the contract. */
export function toOccurrence(row: object): FineGrainedIssue {
  return addLocation(row) as FineGrainedIssue;
}

/** Condition: the occurrence is a result of one of the scans, and wasn't absent. */
function isResultOf(scanIds: readonly string[]): Condition {
  return sql`EXISTS (
    SELECT FROM scan_results AS result
    WHERE ${inSameWorkspace('result', 'occurrence')} AND result.scan_id = ANY(${scanIds}::text[])
      AND result.fine_grained_issue_id = occurrence.fine_grained_issue_id AND result.change <> 'absent'
  )`;
}

/** The columns that an index starts with, after the workspace. Filters have the same names. */
const INDEXED = [
  'aispm_object_id',
  'location_id',
  'scan_id',
  'issue_id',
  'rule_id',
  'asset_id',
  'status',
  'object_type',
] as const;

/** The order of most indexes after the columns that they're searched by. */
const SEVERITY_ORDER = 'severity_rank DESC, fine_grained_issue_id';

/** Searches occurrences. The most selective filters come first. */
const occurrenceSearch: Search<'listFineGrainedIssues'> = {
  table: 'fine_grained_issues',
  alias: 'occurrence',
  find(scope, filters, max) {
    const index = { table: 'fine_grained_issues', scope, max };
    const { id, name, result_of_scan_id, severity, assignee, has_assignee, due_before } = filters;
    return [
      ...(id === undefined ? [] : [rowsWithAny(index, 'fine_grained_issue_id', anyValue(id), 'fine_grained_issue_id')]),
      ...(assignee === undefined ? [] : [rowsWithAny(index, 'assignee', anyValue(assignee), SEVERITY_ORDER)]),
      ...(has_assignee === true ? [rowsWhile(index, sql`assignee IS NOT NULL`, SEVERITY_ORDER)] : []),
      ...(due_before === undefined
        ? []
        : [rowsWhile(index, sql`due_at < ${due_before}::timestamptz`, 'due_at, fine_grained_issue_id')]),
      ...(name === undefined ? [] : [occurrencesOfNamed(scope, name, max)]),
      ...(result_of_scan_id === undefined ? [] : [resultsOf(scope, result_of_scan_id, max)]),
      ...INDEXED.filter((column) => filters[column] !== undefined).map((column) =>
        rowsWithAny(index, column, anyValue(filters[column]), column === 'rule_id' ? 'fingerprint' : SEVERITY_ORDER),
      ),
      ...(severity === undefined
        ? []
        : [
            rowsWithAny(
              index,
              'severity_rank',
              sql`ARRAY(SELECT aispm_severity_rank(severity) FROM unnest(${severity}::text[]) AS severity)`,
              'fine_grained_issue_id',
            ),
          ]),
      ...(['first_seen', 'updated'] as const)
        .filter((change) => filters[`${change}_since`] !== undefined)
        .map((change) =>
          rowsWhile(
            index,
            sql`${sql.ref(`${change}_at`)} >= ${filters[`${change}_since`]}::timestamptz`,
            `${change}_at DESC, fine_grained_issue_id DESC`,
          ),
        ),
    ];
  },
};

/** The occurrences on objects whose name contains a string; too many to use if there are many objects. */
function occurrencesOfNamed(scope: Workspace, name: unknown, max: RawBuilder<number>): RawBuilder<unknown> {
  return sql`(
    WITH named AS MATERIALIZED (${findObjectsByName(name, max)})
    SELECT found.* FROM named CROSS JOIN LATERAL (
      SELECT * FROM fine_grained_issues WHERE ${inWorkspace('fine_grained_issues', scope)} AND aispm_object_id = named.id
      ORDER BY severity_rank DESC, fine_grained_issue_id LIMIT ${max}
    ) AS found WHERE (SELECT count(*) FROM named) < ${max}
    UNION ALL
    SELECT fine_grained_issues.* FROM fine_grained_issues
    WHERE ${inWorkspace('fine_grained_issues', scope)} AND (SELECT count(*) FROM named) >= ${max}
  )`;
}

/** The occurrences that scans found. */
function resultsOf(scope: Workspace, scanIds: unknown, max: RawBuilder<number>): RawBuilder<unknown> {
  return sql`SELECT fine_grained_issues.* FROM (
      SELECT DISTINCT result.fine_grained_issue_id AS id FROM (SELECT DISTINCT unnest(${scanIds}::text[])) AS wanted (scan_id)
      CROSS JOIN LATERAL (
        SELECT DISTINCT fine_grained_issue_id FROM scan_results
        WHERE ${inWorkspace('scan_results', scope)} AND scan_id = wanted.scan_id AND fine_grained_issue_id IS NOT NULL
        ORDER BY fine_grained_issue_id LIMIT ${max}
      ) AS result
    ) AS found
    JOIN fine_grained_issues ON ${inWorkspace('fine_grained_issues', scope)}
      AND fine_grained_issues.fine_grained_issue_id = found.id`;
}

export const occurrenceList: List<'listFineGrainedIssues', object, FineGrainedIssue> = {
  operation: 'listFineGrainedIssues',
  rows: (db, scope) => selectOccurrences(db, scope),
  filters: {
    id: anyOf('occurrence.fine_grained_issue_id'),
    issue_id: anyOf('occurrence.issue_id'),
    severity: anyOf('occurrence.definitive_severity'),
    status: anyOf('occurrence.status'),
    rule_id: anyOf('occurrence.rule_id'),
    name: contains('occurrence.aispm_friendly_name'),
    object_type: anyOf('occurrence.object_type'),
    aispm_object_id: anyOf('occurrence.aispm_object_id'),
    asset_id: anyOf('occurrence.asset_id'),
    location_id: anyOf('occurrence.location_id'),
    scan_id: anyOf('occurrence.scan_id'),
    result_of_scan_id: isResultOf,
    assignee: anyOf('occurrence.assignee'),
    has_assignee: isPresent('occurrence.assignee'),
    due_before: before('occurrence.due_at'),
    first_seen_since: since('occurrence.first_seen_at'),
    updated_since: since('occurrence.updated_at'),
  },
  search: occurrenceSearch,
  sorts: {
    definitive_severity: sortKey('occurrence.severity_rank', 'bigint'),
    aispm_friendly_name: sortKey('occurrence.name_order', 'text'),
    first_seen_at: sortKey('occurrence.first_seen_at', 'timestamptz'),
    last_seen_at: sortKey('occurrence.last_seen_at', 'timestamptz'),
  },
  id: sql.ref('occurrence.fine_grained_issue_id'),
  toItem: toOccurrence,
};
