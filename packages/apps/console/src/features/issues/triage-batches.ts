import values from 'virtual:contract/values';
import {
  type Issue,
  type IssueUpdate,
  type IssueUpdateItem,
  type IssueUpdateResult,
  updateIssues,
  type WorkspaceClient,
} from '@aispm/client';
import { afterChange, changesBetween, type TriageChange, type TriageState } from './triage-state.ts';

/** A change that was not made. */
export interface Rejection {
  issue: Pick<Issue, 'issue_id' | 'rule_name'>;
  /** The status that `updateIssue` would have returned, such as 412 for a concurrent change. */
  code: number;
  message: string;
}

/** The outcome of changing several issues. */
export interface Outcome {
  /** The changed issues, in their new state. */
  updated: Issue[];
  rejections: Rejection[];
  /** Number of issues that a failure or the user left out. */
  leftOut: number;
  /** The failure that ended the change; undefined if none did. */
  failure?: unknown;
}

/** Follows and stops a change of many issues. */
export interface Control {
  signal: AbortSignal;
  /** Called with the number of issues that were handled. */
  onProgress: (count: number) => void;
}

/** An issue before a change. */
export type Before = Pick<Issue, 'issue_id' | 'rule_name'> & TriageState;

/** The state in which this page last left each issue, by ID. Undoing is only safe from that state. */
export type KnownIssues = Map<string, TriageState & { etag: string }>;

/** Returns the part of an issue that undoing needs. */
export function toBefore({ issue_id, rule_name, status, status_reason, status_comment, assignee }: Issue): Before {
  return { issue_id, rule_name, status, status_reason, status_comment, assignee };
}

/**
 * Changes issues. Unless `isForced`, each change is rejected if the issue was changed concurrently. Changes before a failure
 * stay, and can be undone.
 */
export async function applyChange(
  client: WorkspaceClient,
  known: KnownIssues,
  { issues, change, isForced }: { issues: readonly Issue[]; change: IssueUpdate; isForced: boolean },
  { signal, onProgress }: Control,
): Promise<Outcome> {
  const updates = issues.map(
    ({ issue_id, etag }) => ({ issue_id, ...(!isForced && { if_match: etag }), ...change }) as IssueUpdateItem,
  );
  const results: IssueUpdateResult[] = [];
  const outcome: Outcome = { updated: [], rejections: [], leftOut: 0 };
  try {
    for (const batch of batchesOf(updates)) {
      if (signal.aborted) break;
      results.push(...(await updateIssues(client, { body: { updates: batch } })).results);
      onProgress(results.length);
    }
  } catch (failure) {
    outcome.failure = failure;
  }
  outcome.leftOut = issues.length - results.length;
  for (const [index, result] of results.entries()) {
    const issue = issues[index];
    if (issue === undefined) continue;
    if (typeof result.etag === 'string') {
      const after = { ...afterChange(issue, change as TriageChange), etag: result.etag };
      known.set(issue.issue_id, after);
      outcome.updated.push({ ...issue, ...after } as Issue);
    } else {
      outcome.rejections.push(toRejection(issue, result));
    }
  }
  return outcome;
}

/** Restores the previous state of issues in the steps that the contract requires, unless they were changed concurrently. */
export async function undoChange(
  client: WorkspaceClient,
  known: KnownIssues,
  before: readonly Before[],
): Promise<Outcome> {
  const outcome: Outcome = { updated: [], rejections: [], leftOut: 0 };
  let open = before.flatMap((issue) => {
    const steps = undoSteps(known, issue);
    if (steps !== undefined) return [{ issue, steps }];
    const message = "It was changed again, so this change can't be undone.";
    outcome.rejections.push({ issue, code: 422, message });
    return [];
  });
  for (let step = 0; open.some(({ steps }) => steps.length > step); step++) {
    const current = open.filter(({ steps }) => steps.length > step);
    const results = await send(
      client,
      current.map(
        ({ issue: { issue_id }, steps }) =>
          ({ issue_id, if_match: known.get(issue_id)?.etag, ...steps[step] }) as IssueUpdateItem,
      ),
    );
    for (const [index, entry] of current.entries()) {
      const { issue, steps } = entry;
      const result = results[index];
      const now = known.get(issue.issue_id);
      if (typeof result?.etag === 'string' && now !== undefined) {
        known.set(issue.issue_id, { ...afterChange(now, steps[step] as TriageChange), etag: result.etag });
      } else {
        outcome.rejections.push(toRejection(issue, result));
        open = open.filter((other) => other !== entry);
      }
    }
  }
  outcome.updated = open.map(({ issue }) => ({ ...issue, ...known.get(issue.issue_id) }) as Issue);
  return outcome;
}

/** Returns the changes that restore the previous state of an issue; undefined if that's impossible. */
export function undoSteps(known: KnownIssues, issue: Before): IssueUpdate[] | undefined {
  const now = known.get(issue.issue_id);
  return now === undefined ? undefined : changesBetween(now, issue);
}

async function send(client: WorkspaceClient, updates: readonly IssueUpdateItem[]): Promise<IssueUpdateResult[]> {
  const results: IssueUpdateResult[] = [];
  for (const batch of batchesOf(updates))
    results.push(...(await updateIssues(client, { body: { updates: batch } })).results);
  return results;
}

/** Splits updates into batches of the size that the contract allows. */
function* batchesOf(updates: readonly IssueUpdateItem[]): Generator<IssueUpdateItem[]> {
  const size = values.limits.issueUpdates;
  for (let start = 0; start < updates.length; start += size) yield updates.slice(start, start + size);
}

function toRejection(
  { issue_id, rule_name }: Pick<Issue, 'issue_id' | 'rule_name'>,
  result: IssueUpdateResult | undefined,
): Rejection {
  const { code = 500, message = 'The service gave no reason.' } = result?.error ?? {};
  return { issue: { issue_id, rule_name }, code, message };
}
