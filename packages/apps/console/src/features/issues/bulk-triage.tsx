import type { Issue, IssueUpdate } from '@aispm/client';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCanWrite } from '../../shared/api/api.tsx';
import { actionLabel, nextStatuses } from '../../shared/contract/statuses.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { Progress } from '../../shared/list/progress.tsx';
import type { Selection } from '../../shared/table/selection.ts';
import { countOf, formatNumber } from '../../shared/text/count.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ReadOnly } from '../../shared/ui/read-only.tsx';
import { explain } from '../../shared/ui/states.tsx';
import styles from './issues.module.css';
import type { Outcome, Rejection } from './triage-batches.ts';
import { AssignmentDialog, SuppressionDialog } from './triage-dialogs.tsx';
import { useTriageKeys } from './triage-keys.ts';
import { useTriageStore } from './triage-store.tsx';

const CONFLICT = 412;

interface Applied {
  label: string;
  outcome: Outcome;
  /** Applies the change to issues that another user changed in the meantime; undefined for undoing. */
  force?: (issues: readonly Issue[]) => void;
}

/** Changes the selected issues at once, reports the outcome for each, and undoes earlier changes. */
export function BulkTriage({ selection }: { selection: Selection }) {
  const { issues, what, apply, undo, isBusy, applied, problem, last, progress, stop } = useBulkTriage(selection);
  const canWrite = useCanWrite();
  const isDisabled = isBusy || !canWrite;
  const suppression = useRef<HTMLDialogElement>(null);
  const assignment = useRef<HTMLDialogElement>(null);
  const allowed = [...new Set(issues.flatMap(({ status }) => nextStatuses(status)))];
  const change = (body: IssueUpdate, label: string) => apply({ targets: issues, change: body, label });
  const start = () => change({ status: 'in_progress' } as IssueUpdate, `Start work on ${what}`);
  useTriageKeys({
    u: () => !isBusy && undo(),
    ...(issues.length > 0 && {
      e: () => allowed.includes('in_progress') && !isDisabled && start(),
      s: () => allowed.includes('suppressed') && !isDisabled && suppression.current?.showModal(),
      a: () => !isDisabled && assignment.current?.showModal(),
      Escape: selection.clear,
    }),
  });
  if (issues.length === 0 && applied === undefined && last === undefined) return null;
  return (
    <section aria-label="Selected issues" className={styles.bulk}>
      <div className={styles.actions}>
        {issues.length > 0 && (
          <>
            <strong role="status">{what} selected</strong>
            {allowed
              .filter((status) => status !== 'suppressed')
              .map((status) => (
                <Button
                  key={status}
                  isDisabled={isDisabled}
                  onClick={() => change({ status } as IssueUpdate, `${actionLabel(status)}, ${what}`)}
                >
                  {actionLabel(status)}
                </Button>
              ))}
            {allowed.includes('suppressed') && (
              <Button isDisabled={isDisabled} onClick={() => suppression.current?.showModal()}>
                Suppress…
              </Button>
            )}
            <Button isDisabled={isDisabled} onClick={() => assignment.current?.showModal()}>
              Assign…
            </Button>
            <Button kind="quiet" onClick={selection.clear}>
              Clear selection
            </Button>
            {!canWrite && <ReadOnly />}
          </>
        )}
        {last !== undefined && (
          <Button isDisabled={isBusy} onClick={() => undo()}>
            Undo: {last}
          </Button>
        )}
      </div>
      {progress !== undefined && <Progress {...progress} stop={stop} />}
      <div role="status">
        {problem !== undefined && <p>{problem}</p>}
        {applied !== undefined && <Report applied={applied} selection={selection} />}
      </div>
      <SuppressionDialog dialog={suppression} what={what} suppress={(body) => change(body, `Suppress ${what}`)} />
      <AssignmentDialog
        dialog={assignment}
        what={what}
        assignee={null}
        assign={(body) => change(body, `Assign ${what}`)}
      />
    </section>
  );
}

/** Returns the selected issues. Selections are typed for rows of any list. */
const issuesOf = ({ rows }: Selection) => [...rows.values()] as unknown as readonly Issue[];

/** Applies changes to the selected issues and undoes them. The selection is updated with the changed issues. */
function useBulkTriage(selection: Selection) {
  const store = useTriageStore();
  const [applied, setApplied] = useState<Applied>();
  const [progress, setProgress] = useState<{ count: number; total: number }>();
  const stopping = useRef<AbortController>(undefined);
  const issues = issuesOf(selection);
  function reselect(updated: readonly Issue[]): void {
    const selected = updated.filter(({ issue_id }) => selection.rows.has(issue_id));
    const rows = selected.map(
      (issue) => [issue.issue_id, { ...selection.rows.get(issue.issue_id), ...issue }] as const,
    );
    selection.set(rows, true);
  }
  const apply = useMutation({
    mutationFn: async ({ targets, change, label, isForced }: Change) => {
      stopping.current = new AbortController();
      const onProgress = (count: number) => setProgress({ count, total: targets.length });
      onProgress(0);
      const control = { signal: stopping.current.signal, onProgress };
      const outcome = await store.apply(targets, { change, label, isForced: isForced ?? false }, control);
      reselect(outcome.updated);
      const force = (conflicts: readonly Issue[]) =>
        apply.mutate({ targets: conflicts, change, label, isForced: true });
      setApplied({ label, outcome, force });
    },
  });
  const undo = useMutation({
    mutationFn: async () => {
      const undone = await store.undo();
      if (undone === undefined) return;
      reselect(undone.outcome.updated);
      setApplied({ label: `Undo: ${undone.label}`, outcome: undone.outcome });
    },
  });
  return {
    issues,
    what: countOf(issues.length, 'issue'),
    apply: apply.mutate,
    undo: undo.mutate,
    isBusy: apply.isPending || undo.isPending,
    applied,
    problem: undo.error === null ? undefined : `Nothing was undone. ${explain(undo.error)}`,
    progress: apply.isPending ? progress : undefined,
    stop: () => stopping.current?.abort(),
    last: store.last,
  };
}

interface Change {
  targets: readonly Issue[];
  change: IssueUpdate;
  label: string;
  isForced?: boolean;
}

function Report({ applied: { label, outcome, force }, selection }: { applied: Applied; selection: Selection }) {
  const conflicts = outcome.rejections.filter(({ code }) => code === CONFLICT);
  const others = outcome.rejections.filter(({ code }) => code !== CONFLICT);
  const retried = issuesOf(selection).filter(({ issue_id }) =>
    conflicts.some(({ issue }) => issue.issue_id === issue_id),
  );
  return (
    <>
      <p>
        {label}: {formatNumber(outcome.updated.length)} changed
        {outcome.rejections.length > 0 && `, ${formatNumber(outcome.rejections.length)} not changed`}
        {outcome.leftOut > 0 && `, ${formatNumber(outcome.leftOut)} left out`}.
      </p>
      {outcome.failure !== undefined && <p>No further issues were changed. {explain(outcome.failure)}</p>}
      {conflicts.length > 0 && (
        <div className={styles.notice}>
          <p>Someone else changed these issues. Open one to see its current state.</p>
          <Rejections rejections={conflicts} hasMessages={false} />
          {force !== undefined && retried.length > 0 && (
            <p>
              <Button onClick={() => force(retried)}>Overwrite anyway</Button>
            </p>
          )}
        </div>
      )}
      {others.length > 0 && (
        <div className={styles.notice}>
          <p>The service rejected these:</p>
          <Rejections rejections={others} hasMessages />
        </div>
      )}
    </>
  );
}

/** How many rejected issues are listed. */
const LISTED = 20;

function Rejections({ rejections, hasMessages }: { rejections: readonly Rejection[]; hasMessages: boolean }) {
  return (
    <ul>
      {rejections.slice(0, LISTED).map(({ issue, message }) => (
        <li key={issue.issue_id}>
          <WorkspaceLink to={`issues/${encodeURIComponent(issue.issue_id)}`}>
            <Untrusted text={issue.rule_name} />
          </WorkspaceLink>
          {hasMessages && (
            <>
              : <Untrusted text={message} />
            </>
          )}
        </li>
      ))}
      {rejections.length > LISTED && <li>and {formatNumber(rejections.length - LISTED)} more</li>}
    </ul>
  );
}
