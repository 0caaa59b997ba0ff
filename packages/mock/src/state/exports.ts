/** Exports of a view: queued → running → completed, at the pace of an evaluation run. */
import { randomUUID } from 'node:crypto';
import type { Json } from '../contract-checks.js';
import { QUEUED_MS, RUNNING_MS } from './runs.js';
import type { Entry } from './store.js';

/** An export that was asked for. */
export interface Export {
  id: string;
  /** Path of the export without the base path; that of its file has one more segment. */
  path: string;
  /** In milliseconds since 1970. */
  startedMs: number;
}

/** Most exports of one view that are kept; the oldest are forgotten. */
const MAX_EXPORTS = 100;

/**
 * Starts an export; the one that is under way, if any, goes on instead.
 *
 * @param path of the exports of the view, without the base path
 * @returns its state
 */
export function startExport(view: Entry, path: string, now: number): Json {
  view.exports ??= [];
  const latest = view.exports.at(-1);
  if (latest && now < latest.startedMs + QUEUED_MS + RUNNING_MS) return stateOf(latest, now);
  const id = randomUUID();
  const started = { id, path: `${path}/${id}`, startedMs: now };
  view.exports = [...view.exports, started].slice(-MAX_EXPORTS);
  return stateOf(started, now);
}

/** The state of an export; undefined when there is no such one. */
export function findExport({ exports = [] }: Entry, id: string, now: number): Json | undefined {
  const found = exports.find((one) => one.id === id);
  return found && stateOf(found, now);
}

function stateOf({ id, path, startedMs }: Export, now: number): Json {
  const elapsed = now - startedMs;
  const status = elapsed < QUEUED_MS ? 'queued' : elapsed < QUEUED_MS + RUNNING_MS ? 'running' : 'completed';
  return {
    export_workflow_id: id,
    export_status: status,
    export_path: status === 'completed' ? `${path}/download` : '',
  };
}
