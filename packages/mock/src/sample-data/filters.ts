/** Filters whose meaning can't be derived from the properties of rows alone. */

import { isOfType, type OccurrenceRecord, selectMatching } from '../bundled/domain.ts';
import { isJsonObject, type JsonObject } from '../bundled/openapi.ts';
import type { OperationId } from '../core/contract-types.ts';
import { readScanResults } from './scan-results.ts';
import type { Workspace } from './workspace.ts';

type Query = Readonly<Record<string, string | string[]>>;

/** Returns whether the values of a parameter select a row. */
type RowFilter = (row: JsonObject, values: readonly string[], workspace: Workspace) => boolean;

/** Selects issues by their occurrences. */
const byOccurrence =
  (matches: (occurrence: OccurrenceRecord, values: readonly string[]) => boolean): RowFilter =>
  (row, values, { findings }) =>
    selectMatching({ status: String(row.status) }, findings.ofIssue(String(row.issue_id))).some((occurrence) =>
      matches(occurrence, values),
    );

const FILTERS: Readonly<Partial<Record<OperationId, Readonly<Record<string, RowFilter>>>>> = {
  listIssues: {
    aispm_object_id: byOccurrence(({ aispm_object_id }, values) => values.includes(aispm_object_id)),
    asset_id: byOccurrence(({ asset_id }, values) => values.includes(String(asset_id))),
    object_type: byOccurrence((occurrence, values) => values.some((type) => isOfType(occurrence, type))),
  },
  listFineGrainedIssues: {
    result_of_scan_id: (row, values, workspace) =>
      values.some((id) =>
        readScanResults(workspace, id)?.some(
          (result) => result.change !== 'absent' && result.fine_grained_issue_id === row.fine_grained_issue_id,
        ),
      ),
  },
  listLlmInteractions: {
    guardrail_category: ({ guardrail_results: results }, values) =>
      Array.isArray(results) &&
      results.some((result) => isJsonObject(result) && result.detected && values.includes(String(result.category))),
  },
};

/** Lists that only contain deleted records on request. */
const LISTS_WITH_DELETED = new Set<OperationId>(['listAgents', 'listModels', 'listTools', 'listMcpServers']);

/**
 * Selects rows with filters that need the records of a workspace.
 *
 * @param operation that lists the rows
 * @returns the selected rows, and the remaining query
 */
export function selectByWorkspace<Row extends JsonObject>(
  operation: OperationId,
  rows: readonly Row[],
  query: Query,
  workspace: Workspace | undefined,
): { rows: readonly Row[]; query: Query } {
  const filters = FILTERS[operation] ?? {};
  const active = Object.entries(query).flatMap(([name, value]) => {
    const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
    return filter && workspace ? [{ name, values: [value].flat(), filter }] : [];
  });
  const hidesDeleted = LISTS_WITH_DELETED.has(operation) && query.include_deleted !== 'true';
  if (active.length === 0 && !hidesDeleted) return { rows, query };
  const names = new Set(active.map(({ name }) => name));
  return {
    rows: rows.filter(
      (row) =>
        !(hidesDeleted && row.lifecycle_status === 'deleted') &&
        active.every(({ filter, values }) => filter(row, values, workspace as Workspace)),
    ),
    query: Object.fromEntries(Object.entries(query).filter(([name]) => !names.has(name))),
  };
}

/** Returns whether a parameter is one of these filters. */
export function isWorkspaceFilter(operation: OperationId, parameter: string): boolean {
  return (
    Object.hasOwn(FILTERS[operation] ?? {}, parameter) ||
    (LISTS_WITH_DELETED.has(operation) && parameter === 'include_deleted')
  );
}
