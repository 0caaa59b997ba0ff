import { getIssue, type Issue, type IssueUpdate, isApiError, updateIssue } from '@aispm/client';
import { invalidateAfter, queryOptions } from '@aispm/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useWorkspaceClient } from '../api/api.tsx';
import { isTyping } from '../app/navigation-keys.ts';
import { Button } from '../ui/button.tsx';
import { explain } from '../ui/states.tsx';
import styles from './issues.module.css';
import { nextStatuses, SUPPRESSION_REASONS, statusLabel } from './statuses.ts';

/** The status changes that the contract allows, assignment, and undo. A change that someone else made meanwhile is never overwritten. */
export function TriageActions({ issue }: { issue: Issue }) {
  const { change, undo, isPending, error, conflict, takeTheirs } = useTriage(issue);
  const suppression = useRef<HTMLDialogElement>(null);
  const assignment = useRef<HTMLDialogElement>(null);
  const allowed = nextStatuses(issue.status);
  const canSuppress = allowed.includes('suppressed');
  useTriageKeys({
    e: () => allowed.includes('in_progress') && change({ status: 'in_progress' } as IssueUpdate),
    s: () => canSuppress && suppression.current?.showModal(),
    a: () => assignment.current?.showModal(),
    u: () => undo?.(),
  });
  return (
    <section aria-label="Triage" className={styles.form}>
      <div className={styles.actions}>
        {allowed
          .filter((status) => status !== 'suppressed')
          .map((status) => (
            <Button key={status} isDisabled={isPending} onClick={() => change({ status } as IssueUpdate)}>
              {actionLabel(status)}
            </Button>
          ))}
        {canSuppress && <Button onClick={() => suppression.current?.showModal()}>Suppress issue…</Button>}
        <Button onClick={() => assignment.current?.showModal()}>Assign…</Button>
        {undo !== undefined && <Button onClick={undo}>Undo</Button>}
      </div>
      <div role="status">
        {conflict !== undefined && (
          <div className={styles.notice}>
            <p>
              Someone changed this issue meanwhile. It is now {statusLabel(conflict.theirs.status).toLowerCase()}
              {conflict.theirs.assignee === null ? '' : ', assigned to '}
              {conflict.theirs.assignee}.
            </p>
            <div className={styles.actions}>
              <Button onClick={takeTheirs}>Keep their change</Button>
              <Button onClick={() => change(conflict.mine, conflict.theirs)}>Apply mine</Button>
            </div>
          </div>
        )}
        {error !== undefined && <p>The change was not saved. {error}</p>}
      </div>
      <SuppressionDialog dialog={suppression} suppress={change} />
      <AssignmentDialog dialog={assignment} issue={issue} assign={change} />
    </section>
  );
}

interface Conflict {
  mine: IssueUpdate;
  theirs: Issue;
}

/** Saves changes of an issue on the condition that nobody else has changed it, and keeps what undoes the last one. */
function useTriage(issue: Issue) {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  const [previous, setPrevious] = useState<Issue>();
  const [conflict, setConflict] = useState<Conflict>();
  const key = queryOptions(client, getIssue, { id: issue.issue_id }).queryKey;
  const mutation = useMutation({
    mutationFn: ({ body, base }: { body: IssueUpdate; base: Issue }) =>
      updateIssue(client, { id: issue.issue_id, 'If-Match': base.etag, body }),
    onMutate: () => setConflict(undefined),
    onSuccess: (updated, { base }) => {
      setPrevious(base);
      queries.setQueryData(key, updated);
      return invalidateAfter(queries, client, updateIssue, {});
    },
    onError: async (error, { body }) => {
      if (!isApiError(error) || error.status !== 412) return;
      setConflict({ mine: body, theirs: await getIssue(client, { id: issue.issue_id }) });
    },
  });
  const change = (body: IssueUpdate, base = issue) => mutation.mutate({ body, base });
  const back = previous === undefined ? undefined : undoOf(previous, issue);
  const isConflict = isApiError(mutation.error) && mutation.error.status === 412;
  return {
    change,
    undo: back === undefined ? undefined : () => change(back),
    isPending: mutation.isPending,
    error: mutation.error === null || isConflict ? undefined : explain(mutation.error),
    conflict,
    takeTheirs() {
      if (conflict !== undefined) queries.setQueryData(key, conflict.theirs);
      setConflict(undefined);
    },
  };
}

/** Returns the change that leads back to an earlier state; undefined when the contract allows none. */
function undoOf(before: Issue, now: Issue): IssueUpdate | undefined {
  if (before.status === now.status) {
    return before.assignee === now.assignee ? undefined : ({ assignee: before.assignee } as IssueUpdate);
  }
  return nextStatuses(now.status).includes(before.status) ? ({ status: before.status } as IssueUpdate) : undefined;
}

function useTriageKeys(actions: Record<string, () => unknown>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
      if (action === undefined || isTyping(event)) return;
      event.preventDefault();
      action();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

function actionLabel(status: string): string {
  return { open: 'Open again', in_progress: 'Start work', resolved: 'Resolve issue' }[status] ?? statusLabel(status);
}

interface DialogProps {
  dialog: React.RefObject<HTMLDialogElement | null>;
}

function SuppressionDialog({ dialog, suppress }: DialogProps & { suppress: (body: IssueUpdate) => void }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const comment = String(form.get('comment'));
    suppress({
      status: 'suppressed',
      status_reason: form.get('reason') as never,
      ...(comment !== '' && { status_comment: comment }),
    } as IssueUpdate);
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label="Suppress issue">
      <form method="dialog" className={styles.form} onSubmit={submit}>
        <h2>Suppress issue</h2>
        <label>
          Reason
          <select name="reason" required>
            {SUPPRESSION_REASONS.map(({ value, label, description }) => (
              <option key={value} value={value}>
                {label}: {description}
              </option>
            ))}
          </select>
        </label>
        <label>
          Comment
          <textarea name="comment" rows={3} />
        </label>
        <div className={styles.actions}>
          <Button type="submit" kind="primary">
            Suppress issue
          </Button>
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        </div>
      </form>
    </dialog>
  );
}

function AssignmentDialog({
  dialog,
  issue,
  assign,
}: DialogProps & { issue: Issue; assign: (body: IssueUpdate) => void }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    const assignee = String(new FormData(event.currentTarget).get('assignee'));
    assign({ assignee: assignee === '' ? null : assignee } as IssueUpdate);
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label="Assign issue">
      <form method="dialog" className={styles.form} onSubmit={submit}>
        <h2>Assign issue</h2>
        <label>
          Person, as an e-mail address or user ID; empty for nobody
          <input name="assignee" defaultValue={issue.assignee ?? ''} autoComplete="email" />
        </label>
        <div className={styles.actions}>
          <Button type="submit" kind="primary">
            Assign
          </Button>
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        </div>
      </form>
    </dialog>
  );
}
