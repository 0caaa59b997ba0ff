import values from 'virtual:contract/values';
import type { Issue, IssueUpdate } from '@aispm/client';

/** What triage changes in an issue. */
export type TriageState = Pick<Issue, 'status' | 'status_reason' | 'status_comment' | 'assignee'>;

/** A change of triage, as `updateIssue` takes it. */
export type TriageChange = Partial<TriageState>;

/** Returns the state after a change: a new status without a comment removes the comment, and one without a reason the reason. */
export function afterChange(before: TriageState, change: TriageChange): TriageState {
  const isNewStatus = change.status !== undefined && change.status !== before.status;
  const cleared = isNewStatus || change.status === 'suppressed' ? { status_reason: null, status_comment: null } : {};
  const { status, status_reason, status_comment, assignee } = { ...before, ...cleared, ...change };
  return { status, status_reason, status_comment, assignee };
}

/**
 * Returns the changes that lead from one state to another, in their order: the contract allows some status changes only by way of
 * another status. A way through "suppressed" would need a reason that nobody has given, so there is none.
 *
 * @returns undefined when there is no way; none when the states are equal
 */
export function changesBetween(now: TriageState, wanted: TriageState): IssueUpdate[] | undefined {
  const path = findPath(now.status, wanted.status);
  if (path === undefined) return undefined;
  const changes: TriageChange[] = path.map((status) => ({ status }) as TriageChange);
  const isSuppressed = wanted.status === 'suppressed';
  const isReasonDifferent = isSuppressed && wanted.status_reason !== now.status_reason;
  const isCommentDifferent =
    path.length > 0 ? wanted.status_comment !== null : wanted.status_comment !== now.status_comment;
  const last: TriageChange = {
    ...(wanted.assignee !== now.assignee && { assignee: wanted.assignee }),
    ...(isCommentDifferent && { status_comment: wanted.status_comment }),
    ...(isSuppressed &&
      (path.length > 0 || isReasonDifferent || isCommentDifferent) && {
        status: wanted.status,
        status_reason: wanted.status_reason,
        status_comment: wanted.status_comment,
      }),
  };
  const final = { ...changes.pop(), ...last };
  return [...changes, ...(Object.keys(final).length === 0 ? [] : [final])] as IssueUpdate[];
}

/** Returns the shortest way from one status to another, without the first one; undefined when there is none. */
function findPath(from: string, to: string): string[] | undefined {
  const paths: string[][] = [[from]];
  for (const path of paths) {
    const last = path.at(-1) ?? from;
    if (last === to) return path.slice(1);
    if (last === 'suppressed' && path.length > 1) continue;
    for (const next of values.transitions[last] ?? []) if (!path.includes(next)) paths.push([...path, next]);
  }
  return undefined;
}
