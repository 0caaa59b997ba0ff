import type { Webhook } from '@aispm/client';
import { type ReactNode, useState } from 'react';
import { useCanWrite } from '../../shared/api/api.tsx';
import { labelOf } from '../../shared/contract/labels.ts';
import { readLabel } from '../../shared/contract/read-label.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { toVisibleText } from '../../shared/text/visible-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { describeKind } from './kinds.ts';
import { ACTIONS, labelAction } from './webhook-actions.tsx';
import styles from './webhooks.module.css';

/** A webhook with its state, and what users can do with it. */
export function WebhookItem({ webhook }: { webhook: Webhook }) {
  const canWrite = useCanWrite();
  const [open, setOpen] = useState<keyof typeof ACTIONS>();
  const [notice, setNotice] = useState<ReactNode>();
  const Open = open && ACTIONS[open];
  return (
    <li className={styles.webhook}>
      <strong>
        <Untrusted text={webhook.name} />
      </strong>
      <span className={styles.facts}>
        <Untrusted text={webhook.url} />
        <span>{describeSelection(webhook)}</span>
        <State webhook={webhook} />
      </span>
      {notice}
      {Open ? (
        <Open webhook={webhook} close={() => setOpen(undefined)} tell={setNotice} />
      ) : (
        <div className={styles.actions}>
          {(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).map((action) => (
            <Button
              key={action}
              aria-label={`${labelAction(action, webhook)} ${toVisibleText(webhook.name)}`}
              // An inactive webhook receives nothing.
              isDisabled={!canWrite || (action === 'replay' && !webhook.is_active)}
              onClick={() => setOpen(action)}
            >
              {labelAction(action, webhook).replace(/ of$/, '')}…
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

/** Returns which events a webhook receives, in a few words. */
function describeSelection({ kinds, severities }: Webhook): string {
  const events = kinds.length === 0 ? 'all events' : kinds.map(describeKind).join(', ');
  const rated = severities.map((severity) => labelOf('Severity', severity).toLowerCase()).join(', ');
  return `Receives ${events}${rated && `; only ${rated} if they have a severity`}`;
}

/** Why a webhook was switched off, by the reason in the contract. */
const REASONS: Record<string, string> = {
  requested: 'A user switched it off.',
  failures: 'No request has succeeded for three days.',
  gone: 'Its receiver wants no more events.',
};

/** Whether a webhook receives events, and why not. */
function State({ webhook }: { webhook: Webhook }) {
  const { is_active, deactivated_at, deactivation_reason: reason, first_failure_at } = webhook;
  if (!is_active) {
    return (
      <span className={styles.problem}>
        Off since <Time value={deactivated_at} />. {REASONS[reason ?? ''] ?? readLabel(reason ?? '')}
      </span>
    );
  }
  if (first_failure_at === null) return <span>On</span>;
  return (
    <span className={styles.problem}>
      On, but its receiver has accepted nothing since <Time value={first_failure_at} />
    </span>
  );
}
