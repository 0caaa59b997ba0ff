import values from 'virtual:contract/values';
import type { Rule, RuleUpdate } from '@aispm/client';
import { type FormEvent, type ReactNode, type RefObject, useRef } from 'react';
import { useCanWrite } from '../../shared/api/api.tsx';
import { findValue } from '../../shared/contract/format-values.ts';
import { labelOf } from '../../shared/contract/labels.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { ReadOnly } from '../../shared/ui/read-only.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { Rating } from './rating.tsx';
import type { RuleChanges } from './rule-changes.tsx';
import styles from './rules.module.css';

/** The settings of a rule in this workspace, and the buttons that change them. */
export function RuleSettings({ rule, changes }: { rule: Rule; changes: RuleChanges }) {
  const canWrite = useCanWrite();
  const switching = useRef<HTMLDialogElement>(null);
  const rating = useRef<HTMLDialogElement>(null);
  const isDisabled = changes.isPending || !canWrite;
  const save = (body: RuleUpdate) => changes.change(rule, body);
  return (
    <section aria-label="Settings" className={styles.settings}>
      <h2>Settings in this workspace</h2>
      <dl className={styles.facts}>
        <dt>State</dt>
        <dd>
          {rule.is_enabled ? (
            'On'
          ) : (
            <span className={styles.off}>
              <Icon name="off" /> Off
            </span>
          )}
        </dd>
        <dt>Severity</dt>
        <dd>
          <Rating rule={{ ...rule, is_enabled: true }} />
        </dd>
        {rule.settings_reason !== null && (
          <>
            <dt>Reason</dt>
            <dd>
              <Untrusted text={rule.settings_reason} />
            </dd>
          </>
        )}
        {rule.settings_changed_at !== null && (
          <>
            <dt>Changed</dt>
            <dd>
              <Time value={rule.settings_changed_at} />
              {rule.settings_changed_by !== null && (
                <>
                  {' '}
                  by <Untrusted text={rule.settings_changed_by} />
                </>
              )}
            </dd>
          </>
        )}
      </dl>
      <p role="status">{rule.is_applying_settings && 'Its findings are still being updated.'}</p>
      <div className={styles.actions}>
        <Button isDisabled={isDisabled} onClick={() => switching.current?.showModal()}>
          {rule.is_enabled ? 'Switch off…' : 'Switch on…'}
        </Button>
        <Button isDisabled={isDisabled} onClick={() => rating.current?.showModal()}>
          Change severity…
        </Button>
      </div>
      {!canWrite && <ReadOnly />}
      <SwitchDialog dialog={switching} rule={rule} save={save} />
      <SeverityDialog dialog={rating} rule={rule} save={save} />
    </section>
  );
}

interface DialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  rule: Rule;
  save: (body: RuleUpdate) => void;
}

function SwitchDialog({ dialog, rule, save }: DialogProps) {
  const verb = rule.is_enabled ? 'Switch off' : 'Switch on';
  return (
    <SettingsDialog
      {...{ dialog, verb, save }}
      title={`${verb} this rule`}
      // The reason for switching it off doesn't explain why it's on.
      reason={rule.is_enabled ? rule.settings_reason : null}
      read={() => ({ is_enabled: !rule.is_enabled })}
    >
      <p>
        {rule.is_enabled
          ? 'Its unresolved findings are resolved, except for suppressed ones. Scans keep recording what they see, so nothing is missed when you switch it on again.'
          : 'Findings that scans still see get back the status and the comment that they had.'}
      </p>
    </SettingsDialog>
  );
}

function SeverityDialog({ dialog, rule, save }: DialogProps) {
  const own = rule.severity === undefined ? 'as each scanner reports it' : labelOf('Severity', rule.severity);
  return (
    <SettingsDialog
      {...{ dialog, save }}
      verb="Change severity"
      title="Severity in this workspace"
      reason={rule.settings_reason}
      read={(form) => ({ severity_override: findValue(values.enumerations.Severity, form.get('severity')) ?? null })}
    >
      <p>Applies to all findings of this rule, and to those of later scans.</p>
      <label>
        Severity
        <select key={rule.severity_override} name="severity" defaultValue={rule.severity_override ?? ''}>
          <option value="">Of the rule ({own})</option>
          {values.enumerations.Severity.map(({ value, label, description }) => (
            <option key={value} value={value} title={description}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </SettingsDialog>
  );
}

/** A form that saves settings together with their reason. */
function SettingsDialog({
  dialog,
  title,
  verb,
  reason,
  read,
  save,
  children,
}: Omit<DialogProps, 'rule'> & {
  title: string;
  /** The label of the button. */
  verb: string;
  /** The reason to edit; null for none. */
  reason: string | null;
  /** Returns the changed settings in the form. */
  read: (form: FormData) => RuleUpdate;
  children: ReactNode;
}) {
  function submit(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const text = String(form.get('reason')).trim();
    save({ ...read(form), settings_reason: text === '' ? null : text });
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={title}>
      <form method="dialog" className={styles.form} onSubmit={submit}>
        <h2>{title}</h2>
        {children}
        <label>
          Reason, for your colleagues
          <textarea
            key={reason}
            name="reason"
            rows={3}
            maxLength={values.limits.settingsReason}
            defaultValue={reason ?? ''}
          />
        </label>
        <div className={styles.actions}>
          <Button type="submit" kind="primary">
            {verb}
          </Button>
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        </div>
      </form>
    </dialog>
  );
}
