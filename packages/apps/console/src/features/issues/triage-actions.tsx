import { getIssue, type Issue, type IssueUpdate, isApiError, updateIssue } from '@aispm/client';
import { invalidateAfter, queryOptions } from '@aispm/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCanWrite, useWorkspaceClient } from '../../shared/api/api.tsx';
import { actionLabel, nextStatuses, statusLabel } from '../../shared/contract/statuses.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ReadOnly } from '../../shared/ui/read-only.tsx';
import { explain } from '../../shared/ui/states.tsx';
import styles from './issues.module.css';
import { AssignmentDialog, SuppressionDialog } from './triage-dialogs.tsx';
import { useTriageKeys } from './triage-keys.ts';
import { useTriageStore } from './triage-store.tsx';

/**
 * Buttons for assignment and the status changes that the contract allows. Concurrent changes are never overwritten.
 *
 * @param hasKeys false while keyboard shortcuts apply to the selected issues of the list
 */
export function TriageActions({ issue, hasKeys }: { issue: Issue; hasKeys: boolean }) {
  const { change, isPending, error, conflict, takeTheirs } = useTriage(issue);
  const canWrite = useCanWrite();
  const suppression = useRef<HTMLDialogElement>(null);
  const assignment = useRef<HTMLDialogElement>(null);
  const allowed = nextStatuses(issue.status);
  const canSuppress = allowed.includes('suppressed');
  useTriageKeys(
    hasKeys && canWrite
      ? {
          e: () => allowed.includes('in_progress') && change({ status: 'in_progress' } as IssueUpdate),
          s: () => canSuppress && suppression.current?.showModal(),
          a: () => assignment.current?.showModal(),
        }
      : {},
  );
  return (
    <section aria-label="Triage" className={styles.form}>
      <div className={styles.actions}>
        {allowed
          .filter((status) => status !== 'suppressed')
          .map((status) => (
            <Button key={status} isDisabled={isPending || !canWrite} onClick={() => change({ status } as IssueUpdate)}>
              {actionLabel(status)}
            </Button>
          ))}
        {canSuppress && (
          <Button isDisabled={!canWrite} onClick={() => suppression.current?.showModal()}>
            Suppress issue…
          </Button>
        )}
        <Button isDisabled={!canWrite} onClick={() => assignment.current?.showModal()}>
          Assign…
        </Button>
      </div>
      {!canWrite && <ReadOnly />}
      <div role="status">
        {conflict !== undefined && (
          <div className={styles.notice}>
            <p>
              Someone else changed this issue. It is now {statusLabel(conflict.theirs.status).toLowerCase()}
              {conflict.theirs.assignee !== null && (
                <>
                  , assigned to <Untrusted text={conflict.theirs.assignee} />
                </>
              )}
              .
            </p>
            <div className={styles.actions}>
              <Button onClick={takeTheirs}>Keep their change</Button>
              <Button onClick={() => change(conflict.mine, conflict.theirs)}>Apply mine</Button>
            </div>
          </div>
        )}
        {error !== undefined && <p>The change was not saved. {error}</p>}
      </div>
      <SuppressionDialog dialog={suppression} what="issue" suppress={change} />
      <AssignmentDialog dialog={assignment} what="issue" assignee={issue.assignee} assign={change} />
    </section>
  );
}

interface Conflict {
  mine: IssueUpdate;
  theirs: Issue;
}

/** Saves changes of an issue unless it was changed concurrently, and records how to undo them. */
function useTriage(issue: Issue) {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  const store = useTriageStore();
  const [conflict, setConflict] = useState<Conflict>();
  const key = queryOptions(client, getIssue, { id: issue.issue_id }).queryKey;
  const mutation = useMutation({
    mutationFn: ({ body, base }: { body: IssueUpdate; base: Issue }) =>
      updateIssue(client, { id: issue.issue_id, 'If-Match': base.etag, body }),
    onMutate: () => setConflict(undefined),
    onSuccess: (updated, { body, base }) => {
      store.record(base, updated, describeChange(body));
      queries.setQueryData(key, updated);
      return invalidateAfter(queries, client, updateIssue, {});
    },
    onError: async (error, { body }) => {
      if (!isApiError(error) || error.status !== 412) return;
      setConflict({ mine: body, theirs: await getIssue(client, { id: issue.issue_id }) });
    },
  });
  const change = (body: IssueUpdate, base = issue) => mutation.mutate({ body, base });
  const isConflict = isApiError(mutation.error) && mutation.error.status === 412;
  return {
    change,
    isPending: mutation.isPending,
    error: mutation.error === null || isConflict ? undefined : explain(mutation.error),
    conflict,
    takeTheirs() {
      if (conflict !== undefined) queries.setQueryData(key, conflict.theirs);
      setConflict(undefined);
    },
  };
}

function describeChange(body: IssueUpdate): string {
  if (body.status === undefined) return 'Assign issue';
  return body.status === 'suppressed' ? 'Suppress issue' : actionLabel(body.status);
}
