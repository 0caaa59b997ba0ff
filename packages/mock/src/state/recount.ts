/** Updates the counts in the records of a workspace. */

import {
  CONTENTS,
  changeIssueStatus,
  countElements,
  countIssues,
  deriveIssueSeverity,
  describeScans,
  findCurrentScans,
  findIssueStatus,
  fromNode,
  groupBy,
  type IssueSeverity,
  type IssueState,
  type OccurrenceRecord,
  rateIssue,
  type Severity,
} from '../bundled/domain.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import type { OperationId } from '../core/contract-types.ts';
import { countRelations, NODE_LISTS } from '../sample-data/counts.ts';
import { type Entry, ownRecord } from '../sample-data/entry.ts';
import type { RecordOf } from '../sample-data/record-types.ts';
import type { Workspace } from '../sample-data/workspace.ts';
import { describeRating } from './rule-settings.ts';

/**
 * Counts the relations, issues and occurrences of all records of a workspace.
 *
 * @returns whether a record has changed
 */
export function recountWorkspace(workspace: Workspace): boolean {
  const { findings, graph } = workspace;
  let hasChanged = false;
  const recount = <List extends OperationId>(list: List, count: (record: RecordOf<List>, id: string) => JsonObject) => {
    for (const entry of workspace.listEntries(list))
      if (update(entry, count(entry.record as RecordOf<List>, entry.id))) hasChanged = true;
  };
  for (const list of NODE_LISTS)
    recount(list, (record, id) => ({
      ...countRelations(fromNode(record), graph),
      ...countIssues(findings.ofObject(id)),
    }));
  const scans = workspace.list('listScans');
  const current = findCurrentScans(scans);
  recount('listScans', (_, id) => ({ is_current: current.has(id) }));
  const byAsset = groupBy(scans, ({ asset_id }) => asset_id);
  recount('listAispmAssets', (_, id) => {
    const { max_definitive_severity: __, ...counts } = countIssues(findings.ofAsset(id));
    const described = describeScans(byAsset.get(id) ?? []);
    return { ...counts, ...described, ai_object_count: CONTENTS.reduce((sum, edge) => sum + graph.count(id, edge), 0) };
  });
  recount('listIssues', (issue, id) => {
    const { object_types } = issue;
    const occurrences = findings.ofIssue(id);
    const types = [...new Set(occurrences.map(({ object_type }) => object_type))];
    const isSame = Array.isArray(object_types) && new Set([...object_types, ...types]).size === object_types.length;
    return {
      ...countElements(occurrences),
      ...deriveTriage(issue, occurrences, workspace.find('listRules', String(issue.rule_id)) ?? {}),
      ...(!(isSame && object_types.length === types.length) && { object_types: types }),
    };
  });
  return hasChanged;
}

/** Returns the severity and status of an issue, derived from its occurrences; without occurrences, they don't change. */
function deriveTriage(issue: JsonObject, occurrences: readonly OccurrenceRecord[], rule: JsonObject): JsonObject {
  const before = issue as JsonObject & IssueState & IssueSeverity & { base_severity: Severity };
  const severity = rateIssue(occurrences) as Severity | null;
  const status = findIssueStatus(occurrences.map((one) => one.status)) ?? before.status;
  const latest: JsonObject = { ...occurrences.findLast((one) => one.status === status) };
  const { status_reason: reason = null, resolved_at, updated_at } = latest as JsonObject & Partial<IssueState>;
  const at = String(resolved_at ?? updated_at);
  return {
    ...(severity !== before.definitive_severity &&
      deriveIssueSeverity(before, severity && { severity, reason: describeRating(rule) })),
    ...(status !== before.status && changeIssueStatus(before, { status, reason, comment: null, userId: null }, at)),
  };
}

/** Sets properties of a record. @returns whether one of the values has changed */
function update(entry: Entry, properties: JsonObject): boolean {
  const { record } = entry;
  const hasChanged = Object.entries(properties).some(
    ([name, value]) => JSON.stringify(record[name]) !== JSON.stringify(value),
  );
  if (hasChanged) Object.assign(ownRecord(entry).record, properties);
  return hasChanged;
}
