import type { updateAgent } from '@aispm/client';
import { invalidateAfter } from '@aispm/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCanWrite, useWorkspaceClient } from '../../shared/api/api.tsx';
import { OBJECT_UPDATES } from '../../shared/contract/object-types.ts';
import { toVisibleText } from '../../shared/text/visible-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ReadOnly } from '../../shared/ui/read-only.tsx';
import { explain } from '../../shared/ui/states.tsx';
import { changesOf, findDuplicate, type Metadata, type MetadataChange, readMetadata } from './label-changes.ts';
import styles from './object.module.css';

/** Edits the owners and labels of an object. Each has its own field, because they may contain any character. */
export function Labels({ record, segment }: { record: Record<string, unknown>; segment: keyof typeof OBJECT_UPDATES }) {
  const canWrite = useCanWrite();
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Metadata>();
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: (body: MetadataChange): Promise<unknown> =>
      OBJECT_UPDATES[segment](client, { id: String(record.aispm_object_id), body }),
    onSuccess: async () => {
      await invalidateAfter(queries, client, OBJECT_UPDATES[segment] as typeof updateAgent, {});
      setDraft(undefined);
    },
  });
  const before = readMetadata(record);
  const { owners, labels } = draft ?? before;
  const edit = (next: Partial<Metadata>) => {
    reset();
    setDraft({ owners, labels, ...next });
  };
  const change = draft && changesOf(before, draft);
  const duplicate = findDuplicate(labels);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change !== undefined) mutate(change);
  }
  return (
    <form className={styles.labels} onSubmit={submit}>
      <Rows
        title="Owners"
        singular="owner"
        nameOf={(owner) => owner}
        rows={owners}
        blank=""
        change={(next) => edit({ owners: next })}
      >
        {(owner, number, set) => (
          <input aria-label={`Owner ${number}`} value={owner} onChange={(event) => set(event.target.value)} />
        )}
      </Rows>
      <Rows
        title="Labels"
        singular="label"
        nameOf={({ name }) => name}
        rows={labels}
        blank={{ name: '', value: '' }}
        change={(next) => edit({ labels: next })}
      >
        {({ name, value }, number, set) => (
          <>
            <input
              aria-label={`Name of label ${number}`}
              placeholder="team"
              required={value !== ''}
              value={name}
              onChange={(event) => set({ name: event.target.value, value })}
            />
            <span aria-hidden="true">=</span>
            <input
              aria-label={`Value of label ${name === '' ? number : toVisibleText(name)}`}
              value={value}
              onChange={(event) => set({ name, value: event.target.value })}
            />
          </>
        )}
      </Rows>
      <div className={styles.end}>
        <Button type="submit" isDisabled={isPending || !canWrite || change === undefined || duplicate !== undefined}>
          Save owners and labels
        </Button>
        {!canWrite && <ReadOnly />}
        <p role="status">
          {error !== null
            ? `Not saved. ${explain(error)}`
            : duplicate !== undefined
              ? `The label "${toVisibleText(duplicate)}" exists more than once. Names must be unique.`
              : isSuccess && 'Saved.'}
        </p>
      </div>
    </form>
  );
}

/** A list of fields that users can add and remove. New fields get focus. */
function Rows<Row>({
  title,
  singular,
  nameOf,
  rows,
  blank,
  change,
  children,
}: {
  title: string;
  singular: string;
  nameOf: (row: Row) => string;
  rows: readonly Row[];
  blank: Row;
  change: (rows: readonly Row[]) => void;
  children: (row: Row, number: number, set: (row: Row) => void) => ReactNode;
}) {
  return (
    <fieldset className={styles.rows}>
      <legend>{title}</legend>
      {rows.map((row, index) => (
        <div key={index} className={styles.row}>
          {children(row, index + 1, (next) => change(rows.with(index, next)))}
          <Button
            kind="quiet"
            aria-label={`Remove ${singular} ${toVisibleText(nameOf(row)) || index + 1}`}
            onClick={() => change(rows.toSpliced(index, 1))}
          >
            ×
          </Button>
        </div>
      ))}
      <Button
        onClick={({ currentTarget: { parentElement } }) => {
          change([...rows, blank]);
          // The field exists after the next render.
          requestAnimationFrame(() =>
            parentElement?.querySelector<HTMLElement>(':scope > div:last-of-type input')?.focus(),
          );
        }}
      >
        Add {singular}
      </Button>
    </fieldset>
  );
}
