import values from 'virtual:contract/values';
import type { EventKind, Severity, Webhook } from '@aispm/client';
import type { FormEvent, ReactNode } from 'react';
import { useCanWrite } from '../../shared/api/api.tsx';
import { findValue } from '../../shared/contract/format-values.ts';
import type { EnumValue } from '../../shared/contract/types.ts';
import { Button } from '../../shared/ui/button.tsx';
import { describeKind } from './kinds.ts';
import styles from './webhooks.module.css';

/** What the form edits. */
interface Entered {
  name: string;
  url: string;
  kinds: EventKind[];
  severities: Severity[];
}

/** The fields of a webhook that users enter. No checked kinds or severities mean all, also those of later versions. */
export function WebhookForm({
  webhook,
  verb,
  isPending,
  save,
  cancel,
  children,
}: {
  /** The webhook to edit. Default: a new one. */
  webhook?: Webhook;
  /** The label of the button. */
  verb: string;
  isPending: boolean;
  save: (entered: Entered) => void;
  /** Closes the form. Default: it stays open. */
  cancel?: () => void;
  /** An error message. */
  children?: ReactNode;
}) {
  const canWrite = useCanWrite();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const checked = <Value extends string>(name: string, known: readonly EnumValue<Value>[]) =>
      form.getAll(name).flatMap((value) => findValue(known, value) ?? []);
    save({
      name: String(form.get('name')),
      url: String(form.get('url')),
      kinds: checked('kinds', values.enumerations.EventKind),
      severities: checked('severities', values.enumerations.Severity),
    });
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <label>
        Name <input name="name" required maxLength={values.limits.webhookName} defaultValue={webhook?.name} />
      </label>
      <label>
        URL{' '}
        <input
          name="url"
          type="url"
          required
          placeholder="https://"
          maxLength={values.limits.webhookUrl}
          defaultValue={webhook?.url}
        />
      </label>
      <Checkboxes
        legend="Kinds of events; none for all"
        name="kinds"
        known={values.enumerations.EventKind.map((kind) => ({ ...kind, label: describeKind(kind.value) }))}
        checked={webhook?.kinds ?? []}
      />
      <Checkboxes
        legend="Severities; none for all. Events without a severity are always sent"
        name="severities"
        known={values.enumerations.Severity}
        checked={webhook?.severities ?? []}
      />
      <div className={styles.actions}>
        <Button type="submit" kind="primary" isDisabled={isPending || !canWrite}>
          {verb}
        </Button>
        {cancel && <Button onClick={cancel}>Cancel</Button>}
      </div>
      {children}
    </form>
  );
}

function Checkboxes({
  legend,
  name,
  known,
  checked,
}: {
  legend: string;
  name: string;
  known: readonly EnumValue[];
  checked: readonly string[];
}) {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {known.map(({ value, label, description }) => (
        <label key={value} title={description}>
          <input type="checkbox" name={name} value={value} defaultChecked={checked.includes(value)} /> {label}
        </label>
      ))}
    </fieldset>
  );
}
