import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useCanWrite } from '../../shared/api/api.tsx';
import type { OBJECT_UPDATES } from '../../shared/contract/object-types.ts';
import { isTyping, useKeyPresses } from '../../shared/keys/key-presses.ts';
import styles from '../../shared/list/bulk.module.css';
import { Progress } from '../../shared/list/progress.tsx';
import type { Selection } from '../../shared/table/selection.ts';
import { formatNumber } from '../../shared/text/count.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ReadOnly } from '../../shared/ui/read-only.tsx';
import { explain } from '../../shared/ui/states.tsx';
import { type OwnersMode, toOwnersChange } from './owners-change.ts';
import { type Applied, type Report, useBulkUpdate } from './use-bulk-update.ts';

/** Properties of {@link BulkUpdate}. */
interface BulkUpdateProps {
  selection: Selection;
  /** The path segment of the objects' type. */
  segment: keyof typeof OBJECT_UPDATES;
  /** The names of one and of several objects, such as "agent". */
  singular: string;
  plural: string;
}

/** Changes labels and owners of the selected objects at once, and undoes that. Reports what the service rejects. */
export function BulkUpdate({ selection, segment, singular, plural }: BulkUpdateProps) {
  const { apply, undo, stop, progress, isPending, report } = useBulkUpdate(segment);
  useKeyPresses((event) => {
    if (event.key !== 'u' || isTyping(event) || undo === undefined) return;
    event.preventDefault();
    undo();
  });
  const count = selection.rows.size;
  if (count === 0 && report === undefined && !isPending) return null;
  const what = `${formatNumber(count)} ${count === 1 ? singular : plural}`;
  return (
    <section aria-label={`Selected ${plural}`} className={styles.bulk}>
      <div className={styles.actions}>
        {count > 0 && (
          <SelectedActions
            what={what}
            isPending={isPending}
            apply={(applied) => apply([...selection.rows.keys()], applied)}
            clear={selection.clear}
          />
        )}
        {undo !== undefined && (
          <Button aria-keyshortcuts="U" onClick={undo}>
            Undo: {report?.label}
          </Button>
        )}
      </div>
      {progress !== undefined && <Progress {...progress} stop={stop} />}
      <div role="status">{report !== undefined && <Result report={report} selection={selection} />}</div>
    </section>
  );
}

interface ActionsProps {
  /** What the change applies to, such as "3 agents". */
  what: string;
  isPending: boolean;
  apply: (applied: Applied) => void;
  clear: () => void;
}

function SelectedActions({ what, isPending, apply, clear }: ActionsProps) {
  const canWrite = useCanWrite();
  const labels = useRef<HTMLDialogElement>(null);
  const owners = useRef<HTMLDialogElement>(null);
  return (
    <>
      <strong role="status">{what} selected</strong>
      <Button isDisabled={isPending || !canWrite} onClick={() => labels.current?.showModal()}>
        Labels…
      </Button>
      <Button isDisabled={isPending || !canWrite} onClick={() => owners.current?.showModal()}>
        Owners…
      </Button>
      <Button kind="quiet" onClick={clear}>
        Clear selection
      </Button>
      {!canWrite && <ReadOnly />}
      <LabelDialog dialog={labels} what={what} apply={apply} />
      <OwnersDialog dialog={owners} what={what} apply={apply} />
    </>
  );
}

/** How many rejected objects are listed. */
const LISTED = 20;

function Result({ report, selection }: { report: Report; selection: Selection }) {
  const { changed, rejections, leftOut, failure } = report.outcome;
  const nameOf = (id: string) => String(selection.rows.get(id)?.aispm_friendly_name ?? id);
  return (
    <>
      <p>
        <Untrusted text={report.label} />: {formatNumber(changed.length)} changed
        {rejections.length > 0 && `, ${formatNumber(rejections.length)} not changed`}
        {leftOut > 0 && `, ${formatNumber(leftOut)} left out`}.
      </p>
      {failure !== undefined && <p>No further objects were changed. {explain(failure)}</p>}
      {rejections.length > 0 && (
        <ul className={styles.notice}>
          {rejections.slice(0, LISTED).map(({ id, message }) => (
            <li key={id}>
              <Untrusted text={nameOf(id)} />: <Untrusted text={message} />
            </li>
          ))}
          {rejections.length > LISTED && <li>and {formatNumber(rejections.length - LISTED)} more</li>}
        </ul>
      )}
    </>
  );
}

interface DialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  /** What the change applies to, such as "3 agents". */
  what: string;
  apply: (applied: Applied) => void;
}

/** Sets or removes one label. */
function LabelDialog({ dialog, what, apply }: DialogProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const name = String(form.get('name')).trim();
    const isRemoved = form.get('mode') === 'remove';
    const label = `${isRemoved ? 'Remove' : 'Set'} label ${name}, ${what}`;
    apply({ label, change: { labels: { [name]: isRemoved ? null : String(form.get('value')) } } });
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={`Labels of ${what}`}>
      <form method="dialog" className={styles.form} onSubmit={submit}>
        <h2>Labels of {what}</h2>
        <label>
          Change
          <select name="mode">
            <option value="set">Set a label</option>
            <option value="remove">Remove a label</option>
          </select>
        </label>
        <label>
          Label
          <input name="name" required pattern=".*\S.*" placeholder="team" autoComplete="off" />
        </label>
        <label>
          Value, if you set it
          <input name="value" autoComplete="off" />
        </label>
        <DialogEnd dialog={dialog} />
      </form>
    </dialog>
  );
}

/** Adds, removes or replaces owners. */
function OwnersDialog({ dialog, what, apply }: DialogProps) {
  const [mode, setMode] = useState<OwnersMode>('add');
  const [owners, setOwners] = useState('');
  const isEmpty = owners.trim() === '';
  function submit() {
    const label = { add: 'Add owners', remove: 'Remove owners', replace: 'Replace owners' }[mode];
    apply({ label: `${label}, ${what}`, change: toOwnersChange(mode, owners) });
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={`Owners of ${what}`}>
      <form method="dialog" className={styles.form} onSubmit={submit}>
        <h2>Owners of {what}</h2>
        <label>
          Change
          <select value={mode} onChange={({ target }) => setMode(target.value as OwnersMode)}>
            <option value="add">Add owners</option>
            <option value="remove">Remove owners</option>
            <option value="replace">Replace all owners</option>
          </select>
        </label>
        <label>
          Owners (emails or teams), one per line
          <textarea rows={3} value={owners} onChange={({ target }) => setOwners(target.value)} />
        </label>
        <p role="status">{mode === 'replace' && isEmpty && `This removes all owners of ${what}.`}</p>
        <DialogEnd dialog={dialog} isDisabled={mode !== 'replace' && isEmpty} />
      </form>
    </dialog>
  );
}

function DialogEnd({ dialog, isDisabled = false }: Pick<DialogProps, 'dialog'> & { isDisabled?: boolean }) {
  return (
    <div className={styles.actions}>
      <Button type="submit" kind="primary" isDisabled={isDisabled}>
        Apply
      </Button>
      <Button onClick={() => dialog.current?.close()}>Cancel</Button>
    </div>
  );
}
