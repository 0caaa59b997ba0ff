import type { IssueUpdate } from '@aispm/client';
import type { FormEvent, RefObject } from 'react';
import { findValue } from '../../shared/contract/format-values.ts';
import { SUPPRESSION_REASONS } from '../../shared/contract/statuses.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './issues.module.css';

interface DialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  /** What the change applies to, such as "issue" or "3 issues". */
  what: string;
}

/** Asks for a reason and an optional comment. */
export function SuppressionDialog({ dialog, what, suppress }: DialogProps & { suppress: (body: IssueUpdate) => void }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    event.currentTarget.reset();
    const comment = String(form.get('comment'));
    suppress({
      status: 'suppressed',
      status_reason: findValue(SUPPRESSION_REASONS, form.get('reason')),
      ...(comment !== '' && { status_comment: comment }),
    } as IssueUpdate);
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={`Suppress ${what}`}>
      <form method="dialog" className={styles.form} onSubmit={submit}>
        <h2>Suppress {what}</h2>
        <label>
          Reason
          <select name="reason" required defaultValue="">
            {/* No reason is preselected: it would become a statement that no one made. */}
            <option value="" disabled>
              Choose a reason
            </option>
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
            Suppress {what}
          </Button>
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        </div>
      </form>
    </dialog>
  );
}

/** Asks for the assignee. */
export function AssignmentDialog({
  dialog,
  what,
  assignee,
  assign,
}: DialogProps & { assignee: string | null; assign: (body: IssueUpdate) => void }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    const assignee = String(new FormData(event.currentTarget).get('assignee'));
    assign({ assignee: assignee === '' ? null : assignee } as IssueUpdate);
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={`Assign ${what}`}>
      <form method="dialog" className={styles.form} onSubmit={submit}>
        <h2>Assign {what}</h2>
        <label>
          Assignee (email or user ID). Leave empty to unassign.
          <input name="assignee" defaultValue={assignee ?? ''} autoComplete="email" />
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
