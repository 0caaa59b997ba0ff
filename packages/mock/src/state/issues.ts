/** Issues: the effects of triage, and their history. */
import {
  changeIssueStatus,
  countElements,
  countIssues,
  Findings,
  getTriageReason,
  type IssueState,
  isUnresolved,
} from '../bundled/domain.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import type { Collection } from '../sample-data/collections.ts';
import { NODE_LISTS } from '../sample-data/counts.ts';
import type { Entry } from '../sample-data/entry.ts';
import type { RecordOf } from '../sample-data/record-types.ts';
import type { Workspace } from '../sample-data/workspace.ts';
import { newId } from './identifiers.ts';
import { formatTime } from './jobs/runs.ts';

/** A change of an issue by a user. */
interface Triage {
  /** The issue before the change. */
  before: JsonObject;
  /** The properties that the request sets. */
  update: JsonObject;
  now: number;
}

/** Returns the user of all changes, from the examples, because tokens don't identify users. */
function getUser({ seeds }: Collection): string | null {
  const users = seeds.map(({ record }) => record.status_changed_by);
  return users.find((user) => typeof user === 'string') ?? null;
}

/** Returns whether a record is an issue. */
export function isIssue(record: JsonObject): boolean {
  return 'status_reason' in record && 'issue_id' in record;
}

/** Sets the reason, the time and the author of a new status. A new status removes the previous comment. */
export function setStatusProperties({ record }: Entry, collection: Collection, { before, update, now }: Triage): void {
  const { status } = record as JsonObject & IssueState;
  if (status === before.status) return;
  const { status_reason: given, status_comment: comment = null }: Partial<IssueState> = update;
  const transition = { status, reason: getTriageReason(status, given), comment, userId: getUser(collection) };
  Object.assign(record, changeIssueStatus(before as JsonObject & IssueState, transition, formatTime(now)));
}

/**
 * Copies the status and reason of an issue to its unresolved occurrences, and updates the counts. A suppressed issue also copies
 * its reason if only the reason changes.
 */
export function updateOccurrences({ id, record }: Entry, { before, now }: Triage, workspace: Workspace): void {
  const { status, status_reason } = record;
  if (status === before.status && status_reason === before.status_reason) return;
  const changed = workspace.findings
    .ofIssue(id)
    .filter(isUnresolved)
    .flatMap(({ fine_grained_issue_id }) => workspace.own('listFineGrainedIssues', fine_grained_issue_id) ?? []);
  const at = formatTime(now);
  const resolved_at = status === 'resolved' ? at : null;
  for (const occurrence of changed)
    Object.assign(occurrence.record, { status, status_reason, resolved_at, updated_at: at });
  recount(
    id,
    record,
    changed.map((occurrence) => occurrence.record),
    workspace,
  );
}

/** Updates the counts of an issue and of the objects of its occurrences. */
function recount(id: string, issue: JsonObject, changed: readonly JsonObject[], workspace: Workspace): void {
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

/** Adds a change to the history of an issue, if a property that the history contains has changed. */
export function addHistory(entry: Entry, collection: Collection, { before, now }: Triage): void {
  const { history } = collection;
  if (!history) return;
  const { record } = entry;
  const names = history.properties.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(record[name]));
  if (names.length === 0) return;
  const pick = (values: JsonObject) => Object.fromEntries(names.map((name) => [name, values[name]]));
  const change = {
    history_entry_id: newId(),
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
