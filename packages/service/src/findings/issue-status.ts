/** The states of an issue, and how it moves between them. */
import type { Issue, IssueStatus } from '@aispm/types';

/** Why a finding has its status. */
export type StatusReason = NonNullable<Issue['status_reason']>;

/** Where a person may move an issue from each state. Keeping the state is allowed besides. */
export const MOVES_BY_HAND: Record<IssueStatus, readonly IssueStatus[]> = {
  open: ['in_progress', 'suppressed'],
  in_progress: ['resolved', 'suppressed'],
  suppressed: ['open'],
  resolved: [],
};

/** The reasons that go with a state when a person chooses it. Where there are any, one is needed. */
export const REASONS_BY_HAND: Record<IssueStatus, readonly StatusReason[]> = {
  open: [],
  in_progress: [],
  suppressed: ['false_positive', 'accepted_risk', 'test_code', 'duplicate'],
  resolved: ['fixed'],
};

/** What a person says who changes the status of an issue. */
export interface Hand {
  reason: StatusReason | null;
  comment: string | null;
  userId: string;
}

/** The states that the occurrences of an issue have. */
export interface OccurrenceStates {
  hasOpen: boolean;
  hasInProgress: boolean;
  hasSuppressed: boolean;
  /** Why some of them are suppressed. */
  suppressedReason: StatusReason | null;
}

/** An issue is open as long as any of its occurrences is, then in progress, then suppressed; it is resolved when all of them are. */
function statusOf({ hasOpen, hasInProgress, hasSuppressed }: OccurrenceStates): IssueStatus {
  if (hasOpen) return 'open';
  if (hasInProgress) return 'in_progress';
  return hasSuppressed ? 'suppressed' : 'resolved';
}

/** The columns of an issue that tell its status. */
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
 * What becomes of an issue whose occurrences have changed. A new status takes the old comment away.
 *
 * @param hand undefined when a scan did it
 */
export function follow(before: StatusColumns, states: OccurrenceStates, now: string, hand?: Hand): StatusColumns {
  const status = statusOf(states);
  if (status === before.status) return before;
  const isReopened = before.status === 'resolved';
  return {
    status,
    status_reason: hand ? hand.reason : reasonOf(status, states),
    status_comment: hand?.comment ?? null,
    status_changed_at: now,
    status_changed_by: hand?.userId ?? null,
    resolved_at: status === 'resolved' ? now : null,
    reopened_at: isReopened ? now : before.reopened_at,
    reopen_count: before.reopen_count + Number(isReopened),
  };
}

function reasonOf(status: IssueStatus, { suppressedReason }: OccurrenceStates): StatusReason | null {
  if (status === 'resolved') return 'not_observed';
  return status === 'suppressed' ? suppressedReason : null;
}
