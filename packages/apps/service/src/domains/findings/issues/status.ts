/** The statuses of an issue and the transitions between them. */
import type { Issue, IssueStatus } from '@aispm/types';

/** Why an issue or occurrence has its status. */
export type StatusReason = NonNullable<Issue['status_reason']>;

/** A change of status that a person makes. */
export interface ManualTriage {
  reason: StatusReason | null;
  comment: string | null;
  userId: string;
}

/** The statuses of the occurrences of an issue. */
export interface OccurrenceStatuses {
  hasOpen: boolean;
  hasInProgress: boolean;
  hasSuppressed: boolean;
  /** The reason of the suppressed occurrences; the first in alphabetical order if there are several. */
  suppressedReason: StatusReason | null;
}

/** Derives the status of an issue: open if any occurrence is open, otherwise in progress, otherwise suppressed, otherwise resolved. */
function deriveStatus({ hasOpen, hasInProgress, hasSuppressed }: OccurrenceStatuses): IssueStatus {
  if (hasOpen) return 'open';
  if (hasInProgress) return 'in_progress';
  return hasSuppressed ? 'suppressed' : 'resolved';
}

/** The columns of an issue about its status. */
export interface StatusColumns {
  status: IssueStatus;
  status_reason: StatusReason | null;
  status_comment: string | null;
  status_changed_at: string | null;
  status_changed_by: string | null;
  resolved_at: string | null;
  reopened_at: string | null;
  reopen_count: number;
}

/**
 * Returns the status columns of an issue after its occurrences have changed. A new status removes the previous comment.
 *
 * @param manual the change by a person; undefined for a change by a scan
 */
export function deriveStatusColumns(
  before: StatusColumns,
  occurrences: OccurrenceStatuses,
  now: string,
  manual?: ManualTriage,
): StatusColumns {
  const status = deriveStatus(occurrences);
  if (status === before.status) return before;
  const isReopened = before.status === 'resolved';
  return {
    status,
    status_reason: manual ? manual.reason : deriveReason(status, occurrences),
    status_comment: manual?.comment ?? null,
    status_changed_at: now,
    status_changed_by: manual?.userId ?? null,
    resolved_at: status === 'resolved' ? now : null,
    reopened_at: isReopened ? now : before.reopened_at,
    reopen_count: before.reopen_count + Number(isReopened),
  };
}

function deriveReason(status: IssueStatus, { suppressedReason }: OccurrenceStatuses): StatusReason | null {
  if (status === 'resolved') return 'not_observed';
  return status === 'suppressed' ? suppressedReason : null;
}
