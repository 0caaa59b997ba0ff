/** Issues: the effects of triage, and their history. */
import { randomUUID } from 'node:crypto';
import {
  changeIssueStatus,
  countElements,
  countIssues,
  deriveTransition,
  enterStatus,
  type FindingStatus,
  Findings,
  findIssueStatus,
  getTriageReason,
  type IssueState,
  type StatusTransition,
} from '../bundled/domain.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import type { Collection, History } from '../sample-data/collections.ts';
import { NODE_LISTS } from '../sample-data/counts.ts';
import type { Entry } from '../sample-data/entry.ts';
import type { RecordOf } from '../sample-data/record-types.ts';
import type { Workspace } from '../sample-data/workspace.ts';
import { newId } from './identifiers.ts';
import { formatTime } from './jobs/runs.ts';
import { findTransitionError } from './transitions.ts';

/** The properties that triage of an occurrence sets. */
const TRIAGE_VALUES = ['status', 'status_reason', 'status_comment', 'assignee', 'due_at'];

/** A change of an issue or an occurrence by a user. */
interface Triage {
  /** The record before the change. */
  before: JsonObject;
  /** The properties that the request sets. */
  update: JsonObject;
  now: number;
}

/** Returns the user of all changes, from the examples of issues, because tokens don't identify users. */
export function getUser({ seeds }: Collection): string | null {
  const users = seeds.map(({ record }) => record.status_changed_by);
  return users.find((user) => typeof user === 'string') ?? null;
}

/** Returns whether a record is an issue or an occurrence. */
export function isFinding(record: JsonObject): boolean {
  return 'status_reason' in record && 'issue_id' in record;
}

/** Makes the changes that follow from the triage of an issue or an occurrence, and adds them to the history of the issue. */
export function triageFinding(entry: Entry, collection: Collection, triage: Triage, workspace: Workspace): void {
  if ('fine_grained_issue_id' in entry.record) triageOccurrence(entry, collection, triage, workspace);
  else triageIssue(entry, collection, triage, workspace);
}

/** Returns the transition that a user requests. */
function toTransition(status: FindingStatus, update: JsonObject, userId: string | null): StatusTransition {
  const { status_reason: given, status_comment: comment = null }: Partial<IssueState> = update;
  return { status, reason: getTriageReason(status, given), comment, userId };
}

/**
 * Gives the new status of an issue to the occurrences whose own status allows it. The status of the issue follows. If only the
 * reason changes, the occurrences with the previous reason get it, too.
 */
function triageIssue(entry: Entry, collection: Collection, triage: Triage, workspace: Workspace): void {
  const { before, update, now } = triage;
  const { id, record } = entry;
  const { status, status_reason } = record as JsonObject & IssueState;
  const at = formatTime(now);
  const userId = getUser(collection);
  const isSame = status === before.status;
  const changed = listOccurrences(id, workspace)
    .filter((occurrence) =>
      isSame
        ? status_reason !== before.status_reason && occurrence.record.status_reason === before.status_reason
        : occurrence.record.status !== status &&
          findTransitionError(occurrence, { status }, collection, 'body', workspace) === undefined,
    )
    .flatMap((occurrence) => workspace.own('listFineGrainedIssues', occurrence.id) ?? []);
  const transition = toTransition(status, update, userId);
  for (const occurrence of changed) {
    const state = isSame ? { status_reason } : enterStatus({ ...transition, comment: null }, at);
    Object.assign(occurrence.record, state, { updated_at: at });
  }
  if (!isSame) {
    const derived = followOccurrences(listOccurrences(id, workspace), { userId, triage: transition }) ?? transition;
    Object.assign(record, changeIssueStatus(before as JsonObject & IssueState, derived, at));
  }
  if (changed.length > 0)
    recount(
      id,
      record,
      changed.map((occurrence) => occurrence.record),
      workspace,
    );
  if (!collection.history) return;
  const values = describeChange(before, record, collection.history);
  if (Object.keys(values.after).length > 0) addEntry(entry, { changed_at: at, changed_by: userId, ...values });
}

/** Changes one occurrence. The status of its issue follows. */
function triageOccurrence(entry: Entry, collection: Collection, triage: Triage, workspace: Workspace): void {
  const { before, update, now } = triage;
  const { record } = entry;
  const at = formatTime(now);
  const userId = getUser(collection);
  const { status } = record as JsonObject & IssueState;
  if (status !== before.status) Object.assign(record, enterStatus(toTransition(status, update, userId), at));
  const names = TRIAGE_VALUES.filter((name) => before[name] !== record[name]);
  const issue = workspace.own('listIssues', String(record.issue_id));
  if (names.length === 0 || !issue) return;
  const earlier = { ...issue.record };
  if (status !== before.status) {
    const derived = followOccurrences(listOccurrences(issue.id, workspace), { userId });
    if (derived) Object.assign(issue.record, changeIssueStatus(earlier as JsonObject & IssueState, derived, at));
    recount(issue.id, issue.record, [record], workspace);
    Object.assign(issue.record, { updated_at: at, etag: `"${randomUUID()}"` });
  }
  const { history } = workspace.findCollection('listIssues') ?? {};
  if (!history) return;
  const occurrence = {
    kind: 'occurrence_triaged',
    fine_grained_issue_id: entry.id,
    occurrence_before: pick(before, names),
    occurrence_after: pick(record, names),
  };
  addEntry(issue, {
    changed_at: at,
    changed_by: userId,
    ...describeChange(earlier, issue.record, history),
    ...occurrence,
  });
}

/** Lists the occurrences of an issue. */
export function listOccurrences(issueId: string, workspace: Workspace): Entry[] {
  return workspace.listEntries('listFineGrainedIssues').filter(({ record }) => record.issue_id === issueId);
}

/** Who changed the occurrences of an issue. */
interface Actor {
  userId: string | null;
  /** The triage of the issue; default: only an occurrence was triaged. */
  triage?: Omit<StatusTransition, 'userId'>;
  /** Whether its rule is switched on; default: true, as for every finding that a user can triage. */
  isRuleEnabled?: boolean;
}

/** Returns the transition of an issue that follows from its occurrences; undefined when it has none. */
export function followOccurrences(
  occurrences: readonly Entry[],
  { userId, triage, isRuleEnabled = true }: Actor,
): StatusTransition | undefined {
  const states = occurrences.map(({ record }) => record as JsonObject & IssueState);
  const status = findIssueStatus(states.map((state) => state.status));
  const reasons = states.flatMap((state) => (state.status === 'suppressed' ? (state.status_reason ?? []) : []));
  const [suppressedReason = null] = reasons.sort();
  const actor = { userId: userId ?? '', ...(triage && { triage }) };
  return status && deriveTransition({ status, suppressedReason, isRuleEnabled, ...actor });
}

/** Updates the counts of an issue and of the objects of its occurrences. */
export function recount(id: string, issue: JsonObject, changed: readonly JsonObject[], workspace: Workspace): void {
  const occurrences = workspace.listEntries('listFineGrainedIssues');
  const findings = new Findings(occurrences.map(({ record }) => record as RecordOf<'listFineGrainedIssues'>));
  Object.assign(issue, countElements(findings.ofIssue(id)));
  const list = (field: string) => new Set(changed.map((occurrence) => String(occurrence[field])));
  for (const objectId of list('aispm_object_id')) {
    for (const operation of NODE_LISTS) {
      const object = workspace.own(operation, objectId);
      if (object) Object.assign(object.record, countIssues(findings.ofObject(objectId)));
    }
  }
  for (const assetId of list('asset_id')) {
    const asset = workspace.own('listAispmAssets', assetId);
    const { max_definitive_severity: _, ...counts } = countIssues(findings.ofAsset(assetId));
    if (asset) Object.assign(asset.record, counts);
  }
}

/** Returns the properties of an issue that its history contains and that have changed, before and after. */
export function describeChange(before: JsonObject, after: JsonObject, { properties }: History): EntryValues {
  const names = properties.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return { before: pick(before, names), after: pick(after, names) };
}

/** The changed properties of an entry in the history. */
interface EntryValues {
  before: JsonObject;
  after: JsonObject;
}

/** Adds an entry to the history of an issue. */
export function addEntry(issue: Entry, values: EntryValues & JsonObject): void {
  const entry = {
    history_entry_id: newId(),
    issue_id: issue.id,
    kind: 'triaged',
    scan_id: null,
    fine_grained_issue_id: null,
    occurrence_before: {},
    occurrence_after: {},
    ...values,
  };
  issue.history = [entry, ...(issue.history ?? [])];
}

/** Returns some properties of an object. */
export function pick(values: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
