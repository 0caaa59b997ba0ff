import {
  type FineGrainedIssue,
  getFineGrainedIssue,
  type IssueUpdate,
  isApiError,
  updateFineGrainedIssue,
} from '@aispm/client';
import { invalidateAfter } from '@aispm/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useCanWrite, useWorkspaceClient } from '../../shared/api/api.tsx';
import { actionLabel, nextStatuses } from '../../shared/contract/statuses.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ReadOnly } from '../../shared/ui/read-only.tsx';
import { explain } from '../../shared/ui/states.tsx';
import styles from './issues.module.css';
import { AssignmentDialog, SuppressionDialog } from './triage-dialogs.tsx';

/** Changes the status or the assignee of one occurrence, and of no other. Concurrent changes are never overwritten. */
export function OccurrenceTriage({ occurrence }: { occurrence: FineGrainedIssue }) {
  const { mutate, isPending, error } = useOccurrenceUpdate(occurrence);
  const canWrite = useCanWrite();
  const isDisabled = isPending || !canWrite;
  const suppression = useRef<HTMLDialogElement>(null);
  const assignment = useRef<HTMLDialogElement>(null);
  const allowed = nextStatuses(occurrence.status);
  return (
    <details>
      <summary>Triage this occurrence</summary>
      <div className={styles.actions}>
        {allowed
          .filter((status) => status !== 'suppressed')
          .map((status) => (
            <Button key={status} isDisabled={isDisabled} onClick={() => mutate({ status } as IssueUpdate)}>
              {actionLabel(status)}
            </Button>
          ))}
        {allowed.includes('suppressed') && (
          <Button isDisabled={isDisabled} onClick={() => suppression.current?.showModal()}>
            Suppress occurrence…
          </Button>
        )}
        <Button isDisabled={isDisabled} onClick={() => assignment.current?.showModal()}>
          Assign occurrence…
        </Button>
      </div>
      {!canWrite && <ReadOnly />}
      <p role="status">{error !== null && `The change was not saved. ${describeError(error)}`}</p>
      <SuppressionDialog dialog={suppression} what="occurrence" suppress={mutate} />
      <AssignmentDialog dialog={assignment} what="occurrence" assignee={occurrence.assignee} assign={mutate} />
    </details>
  );
}

/** What the user saw when triaging. */
const SHOWN = ['status', 'status_reason', 'status_comment', 'assignee'] as const;

/** Means that the occurrence is no longer as it's shown. */
class ChangedOccurrence extends Error {}

function describeError(error: Error): string {
  const hasChanged = error instanceof ChangedOccurrence || (isApiError(error) && error.status === 412);
  return hasChanged ? 'Someone else changed this occurrence. It is up to date now.' : explain(error);
}

/** Saves a change of an occurrence unless it was changed after it was loaded. */
function useOccurrenceUpdate(occurrence: FineGrainedIssue) {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  const id = occurrence.fine_grained_issue_id;
  return useMutation({
    mutationFn: async (body: IssueUpdate) => {
      const { data, headers, status } = await getFineGrainedIssue.result(client, { id });
      // A list contains no versions, so the change is made to the version with the values that are shown.
      if (status === 200 && SHOWN.some((name) => data[name] !== occurrence[name])) throw new ChangedOccurrence();
      return updateFineGrainedIssue(client, { id, 'If-Match': headers.get('etag') ?? '*', body });
    },
    onSettled: () => invalidateAfter(queries, client, updateFineGrainedIssue, {}),
  });
}
