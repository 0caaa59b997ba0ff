/** The statuses of findings: what scans and triage make of those of occurrences, and what follows for their issue. */
import type { Severity } from './severities.ts';

/** The statuses of occurrences and issues. An issue has the first one that any of its occurrences has. */
export const FINDING_STATUSES = ['open', 'in_progress', 'suppressed', 'resolved'] as const;

/** A status of an occurrence or an issue. */
export type FindingStatus = (typeof FINDING_STATUSES)[number];

/** Why a finding is suppressed or resolved. */
export type StatusReason =
  | 'fixed'
  | 'not_observed'
  | 'false_positive'
  | 'accepted_risk'
  | 'test_code'
  | 'duplicate'
  | 'rule_disabled';

/** The status of an occurrence. */
export interface OccurrenceStatus {
  status: FindingStatus;
  status_reason: StatusReason | null;
}

/** The status of an occurrence that scans no longer see. */
export const NOT_OBSERVED = { status: 'resolved', status_reason: 'not_observed' } as const;

/** The status of occurrences whose rule is switched off, unless a user suppressed them. */
export const RULE_DISABLED = { status: 'resolved', status_reason: 'rule_disabled' } as const;

/** A stored status of an occurrence. */
interface StoredStatus {
  status: string;
  status_reason?: string | null;
}

/** Returns whether an occurrence is resolved because its rule is switched off. */
export function isDisabled({ status_reason }: { status_reason?: string | null }): boolean {
  return status_reason === RULE_DISABLED.status_reason;
}

/**
 * Returns whether a scan gives an occurrence that it sees a new status: a new one, or one that was resolved because it was
 * gone. The status of one whose rule is switched off changes with the rule.
 */
export function isOpenedByScan(stored: StoredStatus | undefined): boolean {
  return stored === undefined || (stored.status === 'resolved' && !isDisabled(stored));
}

/**
 * Returns the status of an occurrence that a scan sees. A suppressed one stays suppressed.
 *
 * @param stored undefined for a new occurrence
 * @param isRuleEnabled whether its rule is switched on
 */
export function observeOccurrence(stored: OccurrenceStatus | undefined, isRuleEnabled: boolean): OccurrenceStatus {
  if (stored === undefined || isOpenedByScan(stored))
    return isRuleEnabled ? { status: 'open', status_reason: null } : { ...RULE_DISABLED };
  return { status: stored.status, status_reason: stored.status_reason };
}

/** Returns whether an occurrence that scans no longer report becomes `not_observed`. A suppressed one stays suppressed. */
export function isResolvedByAbsence(occurrence: StoredStatus): boolean {
  return occurrence.status === 'open' || occurrence.status === 'in_progress' || isDisabled(occurrence);
}

/** Returns whether switching a rule off resolves an occurrence. */
export function isResolvedByRule({ status }: { status: string }): boolean {
  return status === 'open' || status === 'in_progress';
}

/**
 * Describes why a user may not change the status of a finding.
 *
 * @param isRuleEnabled whether its rule is switched on
 * @returns undefined if the rule allows it
 */
export function describeRuleConflict(before: string, after: string, isRuleEnabled: boolean): string | undefined {
  return before === after || isRuleEnabled ? undefined : 'cannot change while the rule is switched off';
}

/** Returns why the severity of findings differs from that of their rule because of the settings of the workspace. */
export function describeOverride(override: Severity): string {
  return `The workspace rates the findings of this rule ${override}.`;
}

/**
 * Returns what a scan that sees an occurrence reports about it.
 *
 * @param stored undefined for a new occurrence
 * @param hasNewContent whether anything but its status differs from what is stored
 */
export function describeSighting(
  stored: StoredStatus | undefined,
  hasNewContent: boolean,
): 'new' | 'updated' | 'unchanged' {
  if (stored === undefined) return 'new';
  return hasNewContent || isOpenedByScan(stored) ? 'updated' : 'unchanged';
}

/**
 * Returns the reason of a status that a user sets.
 *
 * @param given the reason of the request, which only a suppression has
 */
export function getTriageReason(status: FindingStatus, given: StatusReason | null | undefined): StatusReason | null {
  return status === 'resolved' ? 'fixed' : (given ?? null);
}

/** The triage of an occurrence, which its entity tag identifies. */
export interface OccurrenceTriage {
  status: string;
  status_reason: string | null;
  status_comment: string | null;
  status_changed_at: string | null;
  assignee: string | null;
  due_at: string | null;
}

/** Returns a text that changes with the triage and the status of an occurrence, but not when a scan sees it again. */
export function describeTriage(occurrence: OccurrenceTriage): string {
  const { status, status_reason, status_comment, status_changed_at, assignee, due_at } = occurrence;
  return JSON.stringify([status, status_reason, status_comment, status_changed_at, assignee, due_at]);
}

/** Returns the status of an issue by those of its occurrences; undefined when it has none. */
export function findIssueStatus(statuses: Iterable<string>): FindingStatus | undefined {
  const present = new Set(statuses);
  return FINDING_STATUSES.find((status) => present.has(status));
}

/** A change of the statuses of occurrences, from which the status of their issue follows. */
export interface IssueChange {
  /** The status that the occurrences have now; the first one of {@link FINDING_STATUSES}. */
  status: FindingStatus;
  /** The reason of the suppressed occurrences, if that is the status. */
  suppressedReason: StatusReason | null;
  /** The user who made the change; null when a scan did. */
  userId: string | null;
  /** The triage of the issue; undefined when only an occurrence was triaged, and for scans. */
  triage?: { status: FindingStatus; reason: StatusReason | null; comment: string | null };
  /** Whether its rule is switched on. */
  isRuleEnabled: boolean;
}

/**
 * Returns the transition of an issue that follows from its occurrences. The triage of an issue counts if its status is the one
 * that follows; otherwise, the suppressed or resolved occurrences determine the reason.
 */
export function deriveTransition({
  status,
  suppressedReason,
  userId,
  triage,
  isRuleEnabled,
}: IssueChange): StatusTransition {
  if (triage?.status === status) return { ...triage, userId };
  const gone = userId === null ? NOT_OBSERVED.status_reason : getTriageReason(status, null);
  const resolved = isRuleEnabled ? gone : RULE_DISABLED.status_reason;
  const reason = status === 'resolved' ? resolved : status === 'suppressed' ? suppressedReason : null;
  return { status, reason, comment: null, userId };
}

/** What a finding has because of its status. */
export interface FindingState {
  status: FindingStatus;
  status_reason: StatusReason | null;
  status_comment: string | null;
  status_changed_at: string | null;
  status_changed_by: string | null;
  resolved_at: string | null;
}

/** What an issue has because of its status. */
export interface IssueState extends FindingState {
  reopened_at: string | null;
  reopen_count: number;
}

/** A status of a finding, and where it comes from. */
export interface StatusTransition {
  status: FindingStatus;
  reason: StatusReason | null;
  comment: string | null;
  /** The user who changes it; null when a scan does. */
  userId: string | null;
}

/** Returns the state of a finding that a transition gives a new status. It removes the previous comment. */
export function enterStatus({ status, reason, comment, userId }: StatusTransition, now: string): FindingState {
  return {
    status,
    status_reason: reason,
    status_comment: comment,
    status_changed_at: now,
    status_changed_by: userId,
    resolved_at: status === 'resolved' ? now : null,
  };
}

/** Returns the state of an issue after a transition; the same state without a new status. */
export function changeIssueStatus(before: IssueState, transition: StatusTransition, now: string): IssueState {
  if (transition.status === before.status) return before;
  const isReopened = before.status === 'resolved' && !isDisabled(before);
  return {
    ...enterStatus(transition, now),
    reopened_at: isReopened ? now : before.reopened_at,
    reopen_count: before.reopen_count + Number(isReopened),
  };
}

/** How severe an issue is, and why that differs from its rule; null when it doesn't. */
export interface IssueSeverity {
  definitive_severity: Severity;
  severity_reason: string | null;
}

/**
 * Derives the severity of an issue: that of its most severe unresolved occurrence. A resolved issue keeps its severity.
 *
 * @param highest severity of that occurrence, with the reason if it's known; null when all are resolved
 */
export function deriveIssueSeverity(
  { base_severity, definitive_severity, severity_reason }: IssueSeverity & { base_severity: Severity },
  highest: { severity: Severity; reason: string | null } | null,
): IssueSeverity {
  const severity = highest?.severity ?? definitive_severity;
  if (severity === base_severity) return { definitive_severity: severity, severity_reason: null };
  const reason = highest?.reason ?? (severity === definitive_severity ? severity_reason : null);
  return {
    definitive_severity: severity,
    severity_reason: reason ?? `The most severe occurrence is rated ${severity}, the rule ${base_severity}.`,
  };
}
