/** Exports of a view: queued → running → completed, with the durations of an evaluation run. */

import type { JsonObject } from '../../bundled/openapi.ts';
import type { OperationId } from '../../core/contract-types.ts';
import type { StateRequest } from '../../requests/state-request.ts';
import { toFilePath } from '../../sample-data/collections.ts';
import { type Entry, type Export, type ExportFile, ownRecord } from '../../sample-data/entry.ts';
import { newId } from '../identifiers.ts';
import { formatTime, QUEUED_MS, RUNNING_MS } from './runs.ts';

/** Maximum number of stored exports per view; beyond it, the oldest are deleted. */
const MAX_EXPORTS = 20;
/** How long the file of an export is available, in milliseconds. */
const KEEP_MS = 24 * 3600 * 1000;

/** Lists the rows that a query selects. */
export type ListRows = (operationId: OperationId, query: Record<string, string | string[]>) => readonly JsonObject[];

/** Returns the operation that lists the rows of a view: `listMcpServers` for `mcp_servers`. A revision may have other views. */
function findListOperation(entity: unknown): OperationId {
  const words = String(entity).split('_');
  return `list${words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}` as OperationId;
}

/** Returns the file of a view: its columns, and the current rows of its list, in order. */
export function createFile(
  { record: { entity, filters, columns, name } }: Pick<Entry, 'record'>,
  listRows: ListRows,
): ExportFile {
  const names = columns as string[];
  const query = Object.entries(filters as JsonObject).map(
    ([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)] as const,
  );
  const rows = listRows(findListOperation(entity), Object.fromEntries(query));
  return { name: String(name), columns: names, rows: rows.map((row) => names.map((name) => row[name] ?? null)) };
}

/**
 * Starts an export, unless one is active.
 *
 * @param listPath path of the views, without the base path
 * @param listRows lists the rows of the workspace
 * @returns the active export
 */
export function startExport(view: Entry, listPath: string, now: number, listRows: ListRows): JsonObject {
  const exports = view.exports ?? [];
  const latest = exports.at(-1);
  const active = latest && describeExport(latest, now);
  if (active?.finished_at === null) return active;
  const id = newId();
  const record = {
    export_workflow_id: id,
    view_id: view.id,
    export_status: 'queued',
    export_path: '',
    error_message: null,
    created_at: formatTime(now),
    finished_at: null,
    expires_at: null,
  };
  const path = toFilePath(listPath, view.id, id);
  view.exports = [...exports, { record, path, startedMs: now, file: createFile(view, listRows) }].slice(-MAX_EXPORTS);
  return record;
}

/** Continues the initial active exports of a view from their current states. */
export function resumeExports(view: Entry, now: number): void {
  const isActive = ({ record, startedMs }: Export) => record.finished_at === null && startedMs === undefined;
  if (!view.exports?.some(isActive)) return;
  const startedMs = ({ record }: Export) => (record.export_status === 'running' ? now - QUEUED_MS : now);
  ownRecord(view).exports = view.exports.map((each) =>
    isActive(each) ? { ...each, startedMs: startedMs(each) } : each,
  );
}

/** Lists the exports of a view, newest first. */
export function listExports(view: Entry, now: number): JsonObject[] {
  return (view.exports ?? []).map((each) => describeExport(each, now)).reverse();
}

/** Returns the record of an export at a time. */
export function describeExport({ record, path, startedMs }: Export, now: number): JsonObject {
  if (startedMs === undefined) return record;
  const finishedMs = startedMs + QUEUED_MS + RUNNING_MS;
  if (now < finishedMs) return { ...record, export_status: now < startedMs + QUEUED_MS ? 'queued' : 'running' };
  return {
    ...record,
    export_status: 'completed',
    export_path: path,
    finished_at: formatTime(finishedMs),
    expires_at: formatTime(finishedMs + KEEP_MS),
  };
}

/** Adds the query that selects the workspace of a request to the path of the file. */
export function selectWorkspace(status: JsonObject, { selection }: Pick<StateRequest, 'selection'>): JsonObject {
  return status.export_path === '' ? status : { ...status, export_path: `${status.export_path}${selection}` };
}
