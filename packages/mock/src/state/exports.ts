/** Exports of a view: queued → running → completed, with the durations of an evaluation run. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../bundled/openapi.ts';
import type { Entry, Export } from './entry.ts';
import { QUEUED_MS, RUNNING_MS } from './runs.ts';
import type { StateRequest } from './state-request.ts';

/** Maximum number of stored exports of one view; the oldest are deleted. */
const MAX_EXPORTS = 100;

/**
 * Starts an export, unless one is active.
 *
 * @param path of the exports of the view, without the base path
 * @returns the status of the export that is active now
 */
export function startExport(view: Entry, path: string, now: number): JsonObject {
  const exports = view.exports ?? [];
  const latest = exports.at(-1);
  if (latest && now < latest.startedMs + QUEUED_MS + RUNNING_MS) return describeExport(latest, now);
  const id = randomUUID();
  const started = { id, path: `${path}/${id}`, startedMs: now };
  view.exports = [...exports, started].slice(-MAX_EXPORTS);
  return describeExport(started, now);
}

/** Returns the status of an export; undefined when it does not exist. */
export function findExport({ exports = [] }: Entry, id: string, now: number): JsonObject | undefined {
  const found = exports.find((candidate) => candidate.id === id);
  return found && describeExport(found, now);
}

function describeExport({ id, path, startedMs }: Export, now: number): JsonObject {
  const elapsed = now - startedMs;
  const status = elapsed < QUEUED_MS ? 'queued' : elapsed < QUEUED_MS + RUNNING_MS ? 'running' : 'completed';
  return {
    export_workflow_id: id,
    export_status: status,
    export_path: status === 'completed' ? `${path}/download` : '',
  };
}

/** Adds the query that selects the workspace of a request to the path of the file. */
export function selectWorkspace(status: JsonObject, { selection }: Pick<StateRequest, 'selection'>): JsonObject {
  return status.export_path === '' ? status : { ...status, export_path: `${status.export_path}${selection}` };
}
