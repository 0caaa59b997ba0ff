import values from 'virtual:contract/values';
import type { Issue, IssueUpdate } from '@aispm/client';

/** The properties of an issue that triage changes. */
export type TriageState = Pick<Issue, 'status' | 'status_reason' | 'status_comment' | 'assignee'>;

/** A triage change, as `updateIssue` accepts it. */
export type TriageChange = Partial<TriageState>;

/** Returns the state after a change. A new status clears the reason and the comment unless the change sets them. */
export function afterChange(before: TriageState, change: TriageChange): TriageState {
  const isNewStatus = change.status !== undefined && change.status !== before.status;
  const cleared = isNewStatus || change.status === 'suppressed' ? { status_reason: null, status_comment: null } : {};
  const { status, status_reason, status_comment, assignee } = { ...before, ...cleared, ...change };
  return { status, status_reason, status_comment, assignee };
}

/**
 * Returns the sequence of changes from one state to another. Some statuses can only be reached through another status,
 * but never through "suppressed", which would need a reason.
 *
 * @returns undefined if the state can't be reached; an empty list if the states are equal
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

/** Returns the shortest path from one status to another, without the first; undefined if there is none. */
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
