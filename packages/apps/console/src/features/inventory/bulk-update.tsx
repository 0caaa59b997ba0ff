import { updateObjects } from '@aispm/client';
import { invalidateAfter } from '@aispm/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import styles from '../../shared/list/bulk.module.css';
import type { Selection } from '../../shared/table/selection.ts';
import { formatNumber } from '../../shared/text/count.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { explain } from '../../shared/ui/states.tsx';
import { changeObjects } from './bulk-change.ts';
import { type ObjectChange, type OwnersMode, toOwnersChange } from './owners-change.ts';

interface Applied {
  label: string;
  change: ObjectChange;
}

/** Changes labels and owners of the selected objects at once, and reports the objects that the service rejects. */
export function BulkUpdate({
  selection,
  singular,
  plural,
}: {
  selection: Selection;
  /** The names of one and of several objects, such as "agent". */
  singular: string;
  plural: string;
}) {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  const labels = useRef<HTMLDialogElement>(null);
  const owners = useRef<HTMLDialogElement>(null);
  const { mutate, isPending, error, data, variables } = useMutation({
    mutationFn: ({ change }: Applied) => changeObjects(client, [...selection.rows.keys()], change),
    onSettled: () => invalidateAfter(queries, client, updateObjects, {}),
  });
  const count = selection.rows.size;
  if (count === 0 && data === undefined && error === null) return null;
  const what = `${formatNumber(count)} ${count === 1 ? singular : plural}`;
  const nameOf = (id: string) => String(selection.rows.get(id)?.aispm_friendly_name ?? id);
  return (
    <section aria-label={`Selected ${plural}`} className={styles.bulk}>
      {count > 0 && (
        <div className={styles.actions}>
          <strong role="status">{what} selected</strong>
          <Button isDisabled={isPending} onClick={() => labels.current?.showModal()}>
            Labels…
          </Button>
          <Button isDisabled={isPending} onClick={() => owners.current?.showModal()}>
            Owners…
          </Button>
          <Button kind="quiet" onClick={selection.clear}>
            Clear selection
          </Button>
        </div>
      )}
      <div role="status">
        {error !== null && <p>No further objects were changed. {explain(error)}</p>}
        {data !== undefined && (
          <p>
            <Untrusted text={variables?.label ?? ''} />: {formatNumber(data.updatedCount)} changed
            {data.rejections.length > 0 && `, ${formatNumber(data.rejections.length)} not changed`}.
          </p>
        )}
        {data !== undefined && data.rejections.length > 0 && (
          <ul className={styles.notice}>
            {data.rejections.map(({ id, message }) => (
              <li key={id}>
                <Untrusted text={nameOf(id)} />: <Untrusted text={message} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <LabelDialog dialog={labels} what={what} apply={mutate} />
      <OwnersDialog dialog={owners} what={what} apply={mutate} />
    </section>
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
