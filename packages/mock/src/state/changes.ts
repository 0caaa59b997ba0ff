/** The log of changes: what it adds after a request, from the records as they were and as they are. */
import type { Change } from '@aispm/types';
import type { ObjectType, Relation } from '../bundled/domain.ts';
import { isJsonObject, type JsonObject } from '../bundled/openapi.ts';
import type { OperationId } from '../core/contract-types.ts';
import { ApiError } from '../core/errors.ts';
import type { Entry } from '../sample-data/entry.ts';
import type { RecordList } from '../sample-data/record-list.ts';
import type { RecordOf } from '../sample-data/record-types.ts';
import type { Workspace } from '../sample-data/workspace.ts';
import { describeExport } from './jobs/exports.ts';

/** The operation that lists the log. */
export const CHANGES = 'listChanges';

/** A change without its position in the log. */
export type NewChange = Pick<Change, 'kind' | 'subject_id'> & Partial<Change>;

/** The list of each type of objects that the log contains. */
const OBJECT_LISTS: Readonly<Partial<Record<ObjectType, OperationId>>> = {
  agent: 'listAgents',
  model: 'listModels',
  tool: 'listTools',
  mcp_server: 'listMcpServers',
  asset: 'listAispmAssets',
};

/** Compares the values of a record that the log knows with the current ones; the first are undefined for a new record. */
type Comparison = (
  before: JsonObject | undefined,
  after: JsonObject,
  record: JsonObject,
) => Omit<NewChange, 'subject_id'> | undefined;

/** What the log contains about the records of a list. */
interface LoggedList {
  /** Returns the values that the log is about. */
  pick(record: JsonObject, list: RecordList): JsonObject;
  compare: Comparison;
}

/** Times, identifiers, counts, and who changed settings, follow from other changes. */
const DERIVED = /(?:_at|_id|_count|^etag|^max_definitive_severity|^settings_changed_by|^is_applying_settings)$/;

function pickOwnValues(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !DERIVED.test(name)));
}

function pickEnd({ finished_at }: JsonObject): JsonObject {
  return { hasEnded: typeof finished_at === 'string' };
}

/** Lists the names of the values that differ, in alphabetical order. */
function listChangedNames(before: JsonObject, after: JsonObject): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .sort();
}

function compareObjects(object_type: ObjectType): Comparison {
  return (before, after) => {
    const isDeleted = after.lifecycle_status === 'deleted';
    const wasDeleted = before === undefined || before.lifecycle_status === 'deleted';
    if (isDeleted !== wasDeleted) return { kind: isDeleted ? 'object_disappeared' : 'object_appeared', object_type };
    const changed_fields = listChangedNames(before ?? after, after);
    return changed_fields.length > 0 ? { kind: 'object_changed', object_type, changed_fields } : undefined;
  };
}

const compareIssues: Comparison = (before, after, record) => {
  const changed_fields = before ? listChangedNames(before, after) : [];
  if (before && changed_fields.length === 0) return undefined;
  const wasOpen = before !== undefined && before.status !== 'resolved';
  const isOpen = after.status !== 'resolved';
  const transition = isOpen ? 'issue_opened' : 'issue_resolved';
  const { definitive_severity, status } = record as RecordOf<'listIssues'>;
  return { kind: wasOpen === isOpen ? 'issue_changed' : transition, definitive_severity, status, changed_fields };
};

const compareRules: Comparison = (before, after) => {
  const changed_fields = listChangedNames(before ?? after, after);
  return changed_fields.length > 0 ? { kind: 'rule_changed', changed_fields } : undefined;
};

function compareEnds(kind: 'scan_ended' | 'run_ended'): Comparison {
  return (before, after, { status, scan_id }) =>
    before && after.hasEnded === true && before.hasEnded === false
      ? { kind, status: String(status), ...(kind === 'scan_ended' && { scan_id: String(scan_id) }) }
      : undefined;
}

/** The lists whose changes are logged, in the order in which they are added: ends are last. */
const LOGGED_LISTS: Readonly<Partial<Record<OperationId, LoggedList>>> = {
  ...Object.fromEntries(
    Object.entries(OBJECT_LISTS).map(([type, list]) => [
      list,
      { pick: pickOwnValues, compare: compareObjects(type as ObjectType) },
    ]),
  ),
  listRules: { pick: pickOwnValues, compare: compareRules },
  listIssues: {
    pick: (record, { collection: { history } }) =>
      Object.fromEntries((history?.properties ?? []).map((name) => [name, record[name]])),
    compare: compareIssues,
  },
  listScans: { pick: pickEnd, compare: compareEnds('scan_ended') },
  listEvaluationRuns: { pick: pickEnd, compare: compareEnds('run_ended') },
};

/** Lists of jobs, whose ends follow everything that they change. */
const JOB_LISTS: readonly OperationId[] = ['listScans', 'listEvaluationRuns'];

/**
 * Returns what has changed in a list since the last call, and regards it as logged.
 *
 * @param options.isJob whether the lists of jobs are due; otherwise, the other lists are
 */
export function takeChanges(list: RecordList, { isJob }: { isJob: boolean }): NewChange[] {
  const operation = list.collection.list.iid;
  const logged = LOGGED_LISTS[operation];
  if (!logged || JOB_LISTS.includes(operation) !== isJob) return [];
  return list.values().flatMap((entry) => {
    if (!entry.isOwn) return [];
    const before = entry.logged ?? (entry.initial && logged.pick(entry.initial, list));
    entry.logged = logged.pick(entry.record, list);
    const change = logged.compare(before, entry.logged, entry.record);
    return change ? [{ ...change, subject_id: entry.id }] : [];
  });
}

/** Returns the exports of a list's views that have ended since the last call, and regards them as logged. */
export function takeEndedExports(list: RecordList, now: number): NewChange[] {
  if (list.collection.list.iid !== 'listViews') return [];
  return list.values().flatMap(({ exports = [], record }) =>
    exports.flatMap((each) => {
      const { export_workflow_id, export_status, finished_at } = describeExport(each, now);
      if (each.startedMs === undefined || each.isLogged || finished_at === null) return [];
      each.isLogged = true;
      return [
        {
          kind: 'export_ended',
          subject_id: String(export_workflow_id),
          subject_name: String(record.name),
          status: String(export_status),
        } as const,
      ];
    }),
  );
}

/** Returns the disappearance of an object that is deleted; undefined for other records. */
export function describeDeletion(list: OperationId, id: string): NewChange | undefined {
  const [object_type] = Object.entries(OBJECT_LISTS).find(([, name]) => name === list) ?? [];
  return object_type === undefined
    ? undefined
    : { kind: 'object_disappeared', subject_id: id, object_type: object_type as ObjectType };
}

/** Returns the change of a relation; undefined if it only says where an object is, or its source is unknown. */
export function describeRelation(
  kind: 'relation_appeared' | 'relation_disappeared',
  { from_id, edge, to_id }: Relation,
  workspace: Workspace,
): NewChange | undefined {
  if (edge === 'assets' || edge === 'locations') return undefined;
  const [object_type] = Object.entries(OBJECT_LISTS).find(([, list]) => workspace.find(list, from_id)) ?? [];
  return object_type === undefined
    ? undefined
    : { kind, subject_id: from_id, object_type: object_type as ObjectType, edge, target_id: to_id };
}

/** Returns the record of a change that follows the last one. It never occurs before it. */
export function createChange(change: NewChange, last: JsonObject | undefined, now: number): Change {
  const occurred = Math.max(now, last ? Date.parse(String(last.occurred_at)) : now);
  return {
    change_id: formatPosition(toPosition(last?.change_id) + 1),
    occurred_at: new Date(occurred).toISOString(),
    subject_name: null,
    object_type: null,
    edge: null,
    target_id: null,
    target_name: null,
    definitive_severity: null,
    status: null,
    changed_fields: [],
    scan_id: null,
    ...change,
  };
}

/** Returns the last entry of a log; undefined for an empty one. */
export function findLast(log: RecordList): Entry | undefined {
  return log
    .values()
    .reduce<Entry | undefined>((last, entry) => (last && last.id > entry.id ? last : entry), undefined);
}

function toPosition(id: unknown): number {
  return id === undefined ? 0 : Number(id);
}

function formatPosition(position: number): string {
  return String(position).padStart(16, '0');
}

/** Returns the position of the first change in a log, and up to which time earlier ones are removed; undefined if none are. */
function findStart(log: RecordList): { first: number; removedAt: string | undefined } {
  let first = toPosition(findLast(log)?.id);
  while (log.get(formatPosition(first - 1))) first -= 1;
  const removedAt = first > 1 ? String(log.get(formatPosition(first))?.record.occurred_at) : undefined;
  return { first, removedAt };
}

/** Returns whether nothing since a moment is removed. */
function isAfter(removedAt: string | undefined, since: string): boolean {
  return removedAt === undefined || Date.parse(since) > Date.parse(removedAt);
}

/**
 * Checks that the log has all changes of a period.
 *
 * @throws {ApiError} 410 when it has removed some, or never had as many
 */
export function checkRetained(log: RecordList, { since, after }: Readonly<Record<string, unknown>>): void {
  if (typeof since !== 'string' && typeof after !== 'string') return;
  const { first, removedAt } = findStart(log);
  const last = toPosition(findLast(log)?.id);
  const start = typeof after === 'string' ? toPosition(after) : undefined;
  const isKnown = start === undefined || start <= last;
  const hasNext = start !== undefined && start >= first - 1;
  if (isKnown && (hasNext || (typeof since === 'string' && isAfter(removedAt, since)))) return;
  const message = 'Changes in this period have been removed. Read the lists, then the changes since you began.';
  throw new ApiError(410, 'changes_removed', message);
}

/**
 * Checks that the log has all events since a moment.
 *
 * @throws {ApiError} 410 when it has removed some
 */
export function checkReplayable(log: RecordList, since: string): void {
  const { removedAt } = findStart(log);
  if (isAfter(removedAt, since)) return;
  const message = `Events up to ${removedAt} have been removed. Replay those since a later moment.`;
  throw new ApiError(410, 'changes_removed', message);
}

/** Returns a change with the current names of what it is about; null for what no longer exists. */
export function withNames(change: JsonObject, workspace: Workspace): JsonObject {
  const { kind, subject_id, object_type, target_id } = change as JsonObject & Change;
  // Exports belong to views, which aren't lists of a workspace.
  if (kind === 'export_ended') return change;
  const subject_name =
    object_type === null ? findName(kind, subject_id, workspace) : findObjectName(subject_id, workspace);
  return { ...change, subject_name, target_name: target_id === null ? null : findObjectName(target_id, workspace) };
}

function findObjectName(id: string, workspace: Workspace): unknown {
  const [object] = Object.values(OBJECT_LISTS).flatMap((list) => workspace.find(list, id) ?? []);
  return isJsonObject(object) ? (object.aispm_friendly_name ?? object.asset_name ?? null) : null;
}

function findName(kind: Change['kind'], id: string, workspace: Workspace): unknown {
  switch (kind) {
    case 'rule_changed':
      return workspace.find('listRules', id)?.rule_name ?? null;
    case 'scan_ended':
      return workspace.find('listScans', id)?.target ?? null;
    case 'run_ended': {
      const run = workspace.find('listEvaluationRuns', id);
      return (run && workspace.find('listEvaluations', run.evaluation_id)?.name) ?? null;
    }
    default:
      return workspace.find('listIssues', id)?.rule_name ?? null;
  }
}
