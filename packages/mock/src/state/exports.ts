/** Exports of a view: queued → running → completed, with the durations of an evaluation run. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../bundled/openapi.ts';
import type { Entry, Export, ExportFile } from './entry.ts';
import { formatTime, QUEUED_MS, RUNNING_MS } from './runs.ts';
import type { StateRequest } from './state-request.ts';

/** Maximum number of stored exports of one view; the oldest are deleted. */
const MAX_EXPORTS = 20;
/** Time for which the file of an export is kept, in milliseconds. */
const KEEP_MS = 24 * 3600 * 1000;

/** Lists the rows that a list has with a query. */
export type ListRows = (operationId: string, query: Record<string, string | string[]>) => readonly JsonObject[];

/** Returns the operation that lists what a view shows: `listMcpServers` of `mcp_servers`. */
function findListOperation(entity: unknown): string {
  return `list_${entity}`.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the file of a view: its columns, and the rows that its list has now, in the order of the list. */
export function createFile(
  { record: { entity, filters, columns } }: Pick<Entry, 'record'>,
  listRows: ListRows,
): ExportFile {
  const names = columns as string[];
  const query = Object.entries(filters as JsonObject).map(
    ([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)] as const,
  );
  const rows = listRows(findListOperation(entity), Object.fromEntries(query));
  return { columns: names, rows: rows.map((row) => names.map((name) => row[name] ?? null)) };
}

/**
 * Starts an export, unless one is active.
 *
 * @param path of the exports of the view, without the base path
 * @param listRows lists the rows of the workspace
 * @returns the export that is active now
 */
export function startExport(view: Entry, path: string, now: number, listRows: ListRows): JsonObject {
  const exports = view.exports ?? [];
  const latest = exports.at(-1);
  if (latest && now < latest.startedMs + QUEUED_MS + RUNNING_MS) return describeExport(view, latest, now);
  const id = randomUUID();
  const started = { id, path: `${path}/${id}`, startedMs: now, file: createFile(view, listRows) };
  view.exports = [...exports, started].slice(-MAX_EXPORTS);
  return describeExport(view, started, now);
}

/** Lists the started exports of a view, newest first. */
export function listStartedExports(view: Entry, now: number): JsonObject[] {
  return (view.exports ?? []).map((started) => describeExport(view, started, now)).reverse();
}

function describeExport({ id: view_id }: Entry, { id, path, startedMs }: Export, now: number): JsonObject {
  const elapsed = now - startedMs;
  const finishedMs = startedMs + QUEUED_MS + RUNNING_MS;
  const isCompleted = now >= finishedMs;
  return {
    export_workflow_id: id,
    view_id,
    export_status: elapsed < QUEUED_MS ? 'queued' : isCompleted ? 'completed' : 'running',
    export_path: isCompleted ? `${path}/download` : '',
    error_message: null,
    created_at: formatTime(startedMs),
    finished_at: isCompleted ? formatTime(finishedMs) : null,
    expires_at: isCompleted ? formatTime(finishedMs + KEEP_MS) : null,
  };
}

/** Adds the query that selects the workspace of a request to the path of the file. */
export function selectWorkspace(status: JsonObject, { selection }: Pick<StateRequest, 'selection'>): JsonObject {
  return status.export_path === '' ? status : { ...status, export_path: `${status.export_path}${selection}` };
}
