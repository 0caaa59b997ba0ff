/** The settings of rules: whether a rule is switched on, and the severity of its findings. */
import { randomUUID } from 'node:crypto';
import {
  changeIssueStatus,
  deriveIssueSeverity,
  describeOverride,
  enterStatus,
  type IssueSeverity,
  type IssueState,
  isDisabled,
  isResolvedByRule,
  NOT_OBSERVED,
  type OccurrenceRecord,
  RULE_DISABLED,
  rateIssue,
  type Severity,
  type StatusTransition,
} from '../bundled/domain.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import type { Entry } from '../sample-data/entry.ts';
import type { Workspace } from '../sample-data/workspace.ts';
import { addEntry, describeChange, followOccurrences, getUser, listOccurrences, pick, recount } from './issues.ts';
import { formatTime } from './jobs/runs.ts';

/** What an occurrence keeps while its rule is switched off. */
const KEPT = ['status', 'status_comment', 'status_changed_at', 'status_changed_by'];

/** A change of a rule. */
interface RuleChange {
  rule: JsonObject;
  userId: string | null;
  /** Its time, in RFC 3339. */
  at: string;
}

/** Returns whether a record is a rule. */
export function isRule(record: JsonObject): boolean {
  return 'severity_override' in record;
}

/**
 * Records a change of a rule's settings; its findings follow.
 *
 * @param before the rule before the change
 */
export function changeRule(entry: Entry, before: JsonObject, now: number, workspace: Workspace): void {
  const { record: rule } = entry;
  const issues = workspace.findCollection('listIssues');
  const change = { rule, userId: issues ? getUser(issues) : null, at: formatTime(now) };
  Object.assign(rule, { settings_changed_at: change.at, settings_changed_by: change.userId });
  entry.row = { ...entry.row, updated_at: change.at };
  if (rule.is_enabled === before.is_enabled && rule.severity_override === before.severity_override) return;
  const issue = workspace.list('listIssues').find(({ rule_id }) => rule_id === rule.rule_id);
  const own = issue && workspace.own('listIssues', issue.issue_id);
  if (own) changeFindings(own, change, workspace);
}

/** Changes the occurrences of an issue, and the issue with them. */
function changeFindings(issue: Entry, change: RuleChange, workspace: Workspace): void {
  const { rule, userId, at } = change;
  const before = { ...issue.record } as JsonObject & IssueState & IssueSeverity & { base_severity: Severity };
  const occurrences = listOccurrences(issue.id, workspace).flatMap(
    ({ id }) => workspace.own('listFineGrainedIssues', id) ?? [],
  );
  const changed = occurrences.filter((occurrence) => {
    const isRated = rate(occurrence, rule);
    const isTriaged = triage(occurrence, change);
    if (!isRated && !isTriaged) return false;
    occurrence.record.updated_at = at;
    return true;
  });
  const isRuleEnabled = rule.is_enabled !== false;
  const known = issue.disabledTriage as Omit<StatusTransition, 'userId'> | undefined;
  if (isRuleEnabled) delete issue.disabledTriage;
  else if (isResolvedByRule(before))
    issue.disabledTriage = { status: before.status, reason: before.status_reason, comment: before.status_comment };
  const actor = { userId, isRuleEnabled, ...(isRuleEnabled && known && { triage: known }) };
  const transition = followOccurrences(occurrences, actor);
  if (transition && changed.length > 0) Object.assign(issue.record, changeIssueStatus(before, transition, at));
  // Scans no longer see the occurrences of an issue that is still resolved.
  if (isRuleEnabled && isDisabled(issue.record)) issue.record.status_reason = NOT_OBSERVED.status_reason;
  else if (changed.length === 0) return;
  const severity = rateIssue(occurrences.map(({ record }) => record as unknown as OccurrenceRecord)) as Severity | null;
  const reason = describeRating(rule);
  Object.assign(issue.record, deriveIssueSeverity(before, severity && { severity, reason }));
  recount(
    issue.id,
    issue.record,
    changed.map(({ record }) => record),
    workspace,
  );
  Object.assign(issue.record, { updated_at: at, etag: `"${randomUUID()}"` });
  const { history } = workspace.findCollection('listIssues') ?? {};
  const values = history && describeChange(before, issue.record, history);
  if (values && Object.keys(values.after).length > 0)
    addEntry(issue, { kind: 'rule_changed', changed_at: at, changed_by: userId, ...values });
}

/** Returns why the settings of a rule rate its findings differently; null when they don't. */
export function describeRating({ severity_override: override }: JsonObject): string | null {
  return typeof override === 'string' ? describeOverride(override as Severity) : null;
}

/** Gives an occurrence the severity that follows from the settings of its rule. @returns whether it has changed */
function rate(occurrence: Entry, { severity_override: override }: JsonObject): boolean {
  const { record, ownSeverity } = occurrence;
  const own = ownSeverity ?? String(record.definitive_severity);
  if (typeof override === 'string') occurrence.ownSeverity = own;
  else delete occurrence.ownSeverity;
  const severity = typeof override === 'string' ? override : own;
  const hasChanged = record.definitive_severity !== severity;
  record.definitive_severity = severity;
  return hasChanged;
}

/** Gives an occurrence the status that follows from the settings of its rule. @returns whether it has changed */
function triage(occurrence: Entry, { rule, userId, at }: RuleChange): boolean {
  const { record, disabledTriage } = occurrence;
  if (rule.is_enabled === false) {
    if (!isResolvedByRule({ status: String(record.status) })) return false;
    occurrence.disabledTriage = pick(record, KEPT);
    const { status, status_reason: reason } = RULE_DISABLED;
    Object.assign(record, enterStatus({ status, reason, comment: null, userId }, at));
    return true;
  }
  if (!isDisabled({ status_reason: record.status_reason as string | null })) return false;
  const opened = enterStatus({ status: 'open', reason: null, comment: null, userId }, at);
  Object.assign(record, opened, disabledTriage);
  delete occurrence.disabledTriage;
  return true;
}
