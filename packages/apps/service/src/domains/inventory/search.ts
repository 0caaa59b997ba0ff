/** Finds the objects that match filters. */
import type { ObjectType } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import type { Search } from '../../platform/lists/list.ts';
import { anyValue, oneValue, rowsWhile, rowsWithAny, termFilters } from '../../platform/lists/search.ts';

/** The filters that `aispm_object_terms` supports, with their values as arrays. */
const TERMS: Record<string, (value: unknown) => RawBuilder<unknown>> = {
  name: oneValue,
  is_destructive: (value) => oneValue(String(value)),
  ...Object.fromEntries(
    [
      'owner',
      'framework',
      'platform',
      'provider',
      'autonomy_level',
      'provider_name',
      'task',
      'deployment',
      'tool_source',
      'tool_kind',
      'transport',
      'auth_type',
      'asset_type',
      'language',
      'location_type',
    ].map((name) => [name, anyValue]),
  ),
};

/** Searches the objects of one type. Each list of objects has some of these filters. */
export function searchObjects(type: ObjectType): Search<never> {
  return {
    table: 'objects',
    find(scope, filters: Readonly<Record<string, unknown>>, max) {
      const given = (name: string) => filters[name] !== undefined;
      const terms = Object.keys(TERMS).filter(given);
      const index = { table: 'objects', scope, within: sql`object_type = ${sql.lit(type)}`, max };
      const { id, severity, has_issues, lifecycle_status, mcp_server_id, asset_id } = filters;
      return [
        ...(given('id') ? [rowsWithAny(index, 'aispm_object_id', anyValue(id), 'aispm_object_id')] : []),
        ...(terms.length > 0 ? [objectsWithTerms(scope, type, terms, filters, max)] : []),
        ...(given('mcp_server_id')
          ? [rowsWithAny(index, 'mcp_server_id', anyValue(mcp_server_id), 'name_order, aispm_object_id')]
          : []),
        ...(given('asset_id')
          ? [rowsWithAny(index, 'asset_id', anyValue(asset_id), 'name_order, aispm_object_id')]
          : []),
        ...(given('severity')
          ? [
              rowsWithAny(
                index,
                'max_severity_rank',
                sql`ARRAY(SELECT aispm_severity_rank(severity) FROM unnest(${severity}::text[]) AS severity)`,
                'aispm_object_id',
              ),
            ]
          : []),
        ...(given('lifecycle_status') ? [objectsWithStatus(index, lifecycle_status)] : []),
        ...(has_issues === true
          ? [rowsWhile(index, sql`total_issues_count > 0`, 'total_issues_count DESC, aispm_object_id DESC')]
          : []),
        ...(has_issues === false
          ? [rowsWithAny(index, 'total_issues_count', sql`'{0}'::bigint[]`, 'aispm_object_id')]
          : []),
        ...(['first_seen', 'updated'] as const)
          .filter((change) => given(`${change}_since`))
          .map((change) =>
            rowsWhile(
              index,
              sql`${sql.ref(`${change}_at`)} >= ${filters[`${change}_since`]}::timestamptz`,
              `${change}_at DESC, aispm_object_id DESC`,
            ),
          ),
      ];
    },
  };
}

function objectsWithTerms(
  scope: Workspace,
  type: ObjectType,
  names: readonly string[],
  filters: Readonly<Record<string, unknown>>,
  max: RawBuilder<number>,
): RawBuilder<unknown> {
  const wanted = Object.fromEntries(names.map((name) => [name, TERMS[name]?.(filters[name]) as RawBuilder<unknown>]));
  return sql`SELECT objects.* FROM aispm_find_objects(${termFilters({ object_type: oneValue(type), ...wanted })}, ${max}) AS found (id)
    JOIN objects ON ${inWorkspace('objects', scope)} AND objects.aispm_object_id = found.id`;
}

/** Few objects are inactive. If active ones are also requested, there are many, unless there are few objects in total. */
function objectsWithStatus(index: Parameters<typeof rowsWhile>[0], statuses: unknown): RawBuilder<unknown> {
  const inactive = sql`lifecycle_status <> 'active' AND lifecycle_status = ANY(${statuses}::text[])`;
  return sql`${rowsWhile(index, inactive, 'lifecycle_status')}
    UNION ALL ${rowsWhile(index, sql`'active' = ANY(${statuses}::text[]) AND lifecycle_status = 'active'`, 'name_order, aispm_object_id')}`;
}

/** Returns a query of the identifiers of up to `max` objects of any type whose name may contain a string. */
export function findObjectsByName(name: unknown, max: RawBuilder<number>): RawBuilder<unknown> {
  return sql`SELECT id FROM aispm_find_objects(${termFilters({ name: oneValue(name) })}, ${max}) AS found (id)`;
}
