import { deleteWebhook, replayWebhook, rotateWebhook, updateWebhook, type Webhook } from '@aispm/client';
import { invalidateAfter } from '@aispm/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { explain } from '../../shared/ui/states.tsx';
import { Secret } from './secret.tsx';
import { WebhookForm } from './webhook-form.tsx';
import styles from './webhooks.module.css';

/** Properties of the form or the question of an action. */
interface ActionProps {
  webhook: Webhook;
  close: () => void;
  /** Shows what came of it, after the form or question is closed. */
  tell: (notice: ReactNode) => void;
}

/** The actions on a webhook, each with its form or its question. */
export const ACTIONS = { edit: Edit, replay: Replay, rotate: Rotate, switch: Switch, delete: Delete };

/** Returns the label of an action, before the name of the webhook. */
export function labelAction(action: keyof typeof ACTIONS, { is_active }: Webhook): string {
  const labels = { edit: 'Edit', replay: 'Send again', rotate: 'Rotate secret of', delete: 'Delete' };
  return action === 'switch' ? `Switch ${is_active ? 'off' : 'on'}` : labels[action];
}

/** Changes a webhook, and closes the form or question. @param done receives the response */
function useChange<Input, Result>(change: (input: Input) => Promise<Result>, done: (result: Result) => void) {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      await invalidateAfter(queries, client, updateWebhook, {});
      done(result);
    },
  });
}

function Edit({ webhook, close }: ActionProps) {
  const client = useWorkspaceClient();
  const { mutate, isPending, error } = useChange(
    (body: Parameters<typeof updateWebhook>[1]['body']) => updateWebhook(client, { id: webhook.id, body }),
    close,
  );
  return (
    <WebhookForm webhook={webhook} verb="Save webhook" isPending={isPending} save={mutate} cancel={close}>
      {error !== null && <p role="alert">Not saved. {explain(error)}</p>}
    </WebhookForm>
  );
}

/** Asks for the moment since which events are sent again. */
function Replay({ webhook: { id }, close, tell }: ActionProps) {
  const client = useWorkspaceClient();
  const { mutate, isPending, error } = useChange(
    (since: string) => replayWebhook(client, { id, body: { since } }),
    () => {
      tell(<p role="status">Events are being sent again, with the same identifiers.</p>);
      close();
    },
  );
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    mutate(new Date(String(new FormData(event.currentTarget).get('since'))).toISOString());
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <label>
        Events since <input name="since" type="datetime-local" required />
      </label>
      <div className={styles.actions}>
        <Button type="submit" kind="primary" isDisabled={isPending}>
          Send events again
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
      {error !== null && <p role="alert">Nothing is sent again. {explain(error)}</p>}
    </form>
  );
}

function Rotate({ webhook: { id, name }, close, tell }: ActionProps) {
  const client = useWorkspaceClient();
  const { mutate, isPending, error } = useChange(
    () => rotateWebhook(client, { id, body: {} }),
    ({ secret }) => {
      tell(<Secret secret={secret} />);
      close();
    },
  );
  return (
    <Confirm
      {...{ name, isPending }}
      consequence="You get a new secret. For another day, requests are signed with the previous one too."
      verb="Rotate secret of"
      confirm={() => mutate(undefined)}
      cancel={close}
    >
      {error !== null && `Not rotated. ${explain(error)}`}
    </Confirm>
  );
}

function Switch({ webhook, close }: ActionProps) {
  const { id, name, is_active } = webhook;
  const client = useWorkspaceClient();
  const { mutate, isPending, error } = useChange(
    () => updateWebhook(client, { id, body: { is_active: !is_active } }),
    close,
  );
  return (
    <Confirm
      {...{ name, isPending }}
      consequence={
        is_active
          ? 'It receives no events until you switch it on again.'
          : 'It receives the events from now on. Send earlier ones again afterwards, if you need them.'
      }
      verb={labelAction('switch', webhook)}
      confirm={() => mutate(undefined)}
      cancel={close}
    >
      {error !== null && `Not changed. ${explain(error)}`}
    </Confirm>
  );
}

function Delete({ webhook: { id, name }, close }: ActionProps) {
  const client = useWorkspaceClient();
  const { mutate, isPending, error } = useChange(() => deleteWebhook(client, { id }), close);
  return (
    <Confirm
      {...{ name, isPending }}
      consequence="It receives no more events, also none that wait to be sent again."
      verb="Delete"
      confirm={() => mutate(undefined)}
      cancel={close}
    >
      {error !== null && `Not deleted. ${explain(error)}`}
    </Confirm>
  );
}
