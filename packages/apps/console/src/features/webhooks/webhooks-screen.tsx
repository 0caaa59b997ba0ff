import { createWebhook, listWebhooks } from '@aispm/client';
import { infiniteQueryOptions, invalidateAfter } from '@aispm/react-query';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorState, explain, Loading } from '../../shared/ui/states.tsx';
import { Secret } from './secret.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookItem } from './webhook-item.tsx';
import styles from './webhooks.module.css';

const PAGE_SIZE = 50;

/** The webhooks of the workspace: what they receive, whether their receivers accept it, and what users can do about it. */
export function WebhooksScreen() {
  const client = useWorkspaceClient();
  const webhooks = useInfiniteQuery(infiniteQueryOptions(client, listWebhooks, { page_size: PAGE_SIZE }));
  if (webhooks.error !== null) return <ErrorState error={webhooks.error} retry={webhooks.refetch} isScreen />;
  if (webhooks.data === undefined) return <Loading rows={4} isScreen />;
  const items = webhooks.data.pages.flatMap((page) => page.items);
  return (
    <div className={styles.screen}>
      <h1>Webhooks</h1>
      <p>A webhook sends signed events of this workspace to a URL of yours, such as new issues and scans that ended.</p>
      <section aria-label="Webhooks">
        {items.length === 0 && <p>No webhooks yet.</p>}
        <ul>
          {items.map((webhook) => (
            <WebhookItem key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      </section>
      {webhooks.hasNextPage && (
        <Button isDisabled={webhooks.isFetching} onClick={() => webhooks.fetchNextPage()}>
          Show more webhooks
        </Button>
      )}
      <NewWebhook />
    </div>
  );
}

function NewWebhook() {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  /** Each new webhook gets an empty form. */
  const [count, setCount] = useState(0);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (body: Parameters<typeof createWebhook>[1]['body']) => createWebhook(client, { body }),
    onSuccess: async () => {
      setCount(count + 1);
      await invalidateAfter(queries, client, createWebhook, {});
    },
  });
  return (
    <section aria-label="New webhook">
      <h2>New webhook</h2>
      <WebhookForm key={count} verb="Create webhook" isPending={isPending} save={mutate}>
        {error !== null && <p role="alert">Not created. {explain(error)}</p>}
      </WebhookForm>
      {data !== undefined && <Secret secret={data.secret} />}
    </section>
  );
}
