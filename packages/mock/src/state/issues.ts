/** Issues: what follows from a change of their triage, and their history. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../bundled/openapi.ts';
import type { Collection } from './collections.ts';
import type { Entry } from './entry.ts';
import { formatTime } from './runs.ts';

/** A change of an issue by a person. */
interface Triage {
  /** The issue before the change. */
  before: JsonObject;
  /** The properties that the request sets. */
  update: JsonObject;
  now: number;
}

/** Returns the person who makes all changes: one of the examples, because the mock does not know who sends a request. */
function getUser({ seeds }: Collection): unknown {
  return seeds.find(({ record }) => typeof record.status_changed_by === 'string')?.record.status_changed_by ?? null;
}

/** Returns whether a record is an issue. */
export function isIssue(record: JsonObject): boolean {
  return 'status_reason' in record && 'issue_id' in record;
}

/** Sets what follows from a new status: its reason, its time and its author. A new status removes the previous comment. */
export function setStatusProperties({ record }: Entry, collection: Collection, { before, update, now }: Triage): void {
  const { status } = record;
  if (status === before.status) return;
  Object.assign(record, {
    status_reason: update.status_reason ?? (status === 'resolved' ? 'fixed' : null),
    status_comment: update.status_comment ?? null,
    status_changed_by: getUser(collection),
    resolved_at: status === 'resolved' ? formatTime(now) : null,
  });
}

/** Adds a change to the history of an issue, unless no property of the history has changed. */
export function addHistory(entry: Entry, collection: Collection, { before, now }: Triage): void {
  const { history } = collection;
  if (!history) return;
  const { record } = entry;
  const names = history.properties.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(record[name]));
  if (names.length === 0) return;
  const pick = (values: JsonObject) => Object.fromEntries(names.map((name) => [name, values[name]]));
  const change = {
    history_entry_id: randomUUID(),
    issue_id: entry.id,
    kind: 'triaged',
    changed_at: formatTime(now),
    changed_by: getUser(collection),
    scan_id: null,
    before: pick(before),
    after: pick(record),
  };
  entry.history = [change, ...(entry.history ?? [])];
}

/** Lists the history of an issue, newest first: the changes since the last reset, and those of the examples. */
export function listHistory({ id, history: changes = [] }: Entry, { history }: Collection): JsonObject[] {
  return [...changes, ...(history?.seeds.filter(({ issue_id }) => issue_id === id) ?? [])];
}
