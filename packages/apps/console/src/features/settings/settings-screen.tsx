import values from 'virtual:contract/values';
import {
  type ApiKey,
  type ApiKeyAccess,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  rotateApiKey,
  updateApiKey,
} from '@aispm/client';
import { infiniteQueryOptions, invalidateAfter } from '@aispm/react-query';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { currentUserQuery, useClient } from '../../shared/api/api.tsx';
import { findValue } from '../../shared/contract/format-values.ts';
import { labelOf } from '../../shared/contract/labels.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { toVisibleText } from '../../shared/text/visible-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { ErrorState, explain, Loading } from '../../shared/ui/states.tsx';
import { Time } from '../../shared/ui/time.tsx';
import styles from './settings.module.css';
import { readTheme, saveTheme, THEMES } from './theme.ts';

const PAGE_SIZE = 20;

/** The theme, the signed-in user's workspaces, and the API keys. */
export function SettingsScreen() {
  return (
    <div className={styles.settings}>
      <h1>Settings</h1>
      <Appearance />
      <Account />
      <ApiKeys />
    </div>
  );
}

function Appearance() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <section aria-label="Theme">
      <h2>Theme</h2>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">Theme</legend>
        {THEMES.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name="theme"
              checked={theme === option}
              onChange={() => {
                saveTheme(option);
                setTheme(option);
              }}
            />
            {{ system: 'System', light: 'Light', dark: 'Dark' }[option]}
          </label>
        ))}
      </fieldset>
    </section>
  );
}

function Account() {
  const { data, error, refetch } = useQuery(currentUserQuery(useClient()));
  if (error !== null) return <ErrorState error={error} retry={refetch} />;
  if (data === undefined) return <Loading rows={3} />;
  return (
    <section aria-label="Workspaces">
      <h2>Workspaces</h2>
      <p>
        You're signed in with the key{' '}
        <strong>
          <Untrusted text={data.name} />
        </strong>
        , which has {labelOf('ApiKeyAccess', data.access).toLowerCase()} access.
      </p>
      <ul>
        {data.workspaces.map((workspace) => (
          <li key={`${workspace.tenant_id}/${workspace.workspace_id}`}>
            {workspace.tenant_id} / {workspace.workspace_id}
            {workspace.is_default && ' (default)'}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ApiKeys() {
  const client = useClient();
  const queries = useQueryClient();
  const keys = useInfiniteQuery(infiniteQueryOptions(client, listApiKeys, { page_size: PAGE_SIZE }));
  const refresh = () => invalidateAfter(queries, client, createApiKey, {});
  return (
    <section aria-label="API keys" className={styles.section}>
      <h2>API keys</h2>
      {keys.error !== null ? (
        <ErrorState error={keys.error} retry={keys.refetch} />
      ) : keys.data === undefined ? (
        <Loading rows={4} />
      ) : (
        <>
          <ul className={styles.keys}>
            {keys.data.pages
              .flatMap(({ items }) => items)
              .map((key) => (
                <Key key={key.id} apiKey={key} refresh={refresh} />
              ))}
          </ul>
          {keys.hasNextPage && (
            <Button isDisabled={keys.isFetching} onClick={() => keys.fetchNextPage()}>
              Show more API keys
            </Button>
          )}
          <NewKey refresh={refresh} />
        </>
      )}
    </section>
  );
}

function Key({ apiKey, refresh }: { apiKey: ApiKey; refresh: () => Promise<void> }) {
  const client = useClient();
  const [open, setOpen] = useState<'revoke' | 'rotate' | 'rename'>();
  const close = () => setOpen(undefined);
  const rename = useMutation({
    mutationFn: (name: string) => updateApiKey(client, { id: apiKey.id, body: { name } }),
    onSuccess: async () => {
      await refresh();
      close();
    },
  });
  const rotation = useMutation({
    mutationFn: () => rotateApiKey(client, { id: apiKey.id, body: {} }),
    onSuccess: async () => {
      await refresh();
      close();
    },
  });
  function submitName(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    rename.mutate(String(new FormData(event.currentTarget).get('name')));
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteApiKey(client, { id: apiKey.id }),
    onSuccess: refresh,
  });
  return (
    <li className={styles.key}>
      <strong>
        <Untrusted text={apiKey.name} />
      </strong>
      <span>
        {labelOf('ApiKeyAccess', apiKey.access)} access,{' '}
        {apiKey.last_used_at === null ? (
          'never used'
        ) : (
          <>
            last used <Time value={apiKey.last_used_at} />
          </>
        )}
        ,{' '}
        {apiKey.expires_at === null ? (
          "doesn't expire"
        ) : (
          <>
            expires <Time value={apiKey.expires_at} />
          </>
        )}
        {apiKey.previous_secret_expires_at !== null && (
          <>
            , previous secret works until <Time value={apiKey.previous_secret_expires_at} />
          </>
        )}
      </span>
      {rotation.data !== undefined && <Secret secret={rotation.data.secret} />}
      {open === 'rename' && (
        <form className={styles.form} onSubmit={submitName}>
          <label>
            Name <input name="name" required maxLength={255} defaultValue={apiKey.name} />
          </label>
          <Button type="submit" kind="primary" isDisabled={rename.isPending}>
            Save name
          </Button>
          <Button onClick={close}>Cancel</Button>
          {rename.error !== null && <p role="alert">Not renamed. {explain(rename.error)}</p>}
        </form>
      )}
      {open === 'rotate' && (
        <Confirm
          consequence="You get a new secret. The previous one works for another day."
          verb="Rotate"
          name={apiKey.name}
          isPending={rotation.isPending}
          confirm={() => rotation.mutate()}
          cancel={close}
        >
          {rotation.error !== null && `Not rotated. ${explain(rotation.error)}`}
        </Confirm>
      )}
      {open === 'revoke' && (
        <Confirm
          consequence="Programs that use this key lose access."
          verb="Revoke"
          name={apiKey.name}
          isPending={isPending}
          confirm={() => mutate()}
          cancel={close}
        >
          {error !== null && `Not revoked. ${explain(error)}`}
        </Confirm>
      )}
      {open === undefined && (
        <div className={styles.actions}>
          <Button onClick={() => setOpen('rename')} aria-label={`Rename ${toVisibleText(apiKey.name)}`}>
            Rename…
          </Button>
          <Button onClick={() => setOpen('rotate')} aria-label={`Rotate ${toVisibleText(apiKey.name)}`}>
            Rotate…
          </Button>
          <Button onClick={() => setOpen('revoke')} aria-label={`Revoke ${toVisibleText(apiKey.name)}`}>
            Revoke…
          </Button>
        </div>
      )}
    </li>
  );
}

function NewKey({ refresh }: { refresh: () => Promise<void> }) {
  const client = useClient();
  const user = useQuery(currentUserQuery(client)).data;
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (body: { name: string; access: ApiKeyAccess }) =>
      createApiKey(client, {
        body: {
          ...body,
          workspaces: user?.workspaces.map(({ tenant_id, workspace_id }) => ({ tenant_id, workspace_id })) ?? [],
        },
      }),
    onSuccess: refresh,
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const entered = new FormData(form);
    const access = findValue(values.enumerations.ApiKeyAccess, entered.get('access'));
    if (access !== undefined) mutate({ name: String(entered.get('name')), access }, { onSuccess: () => form.reset() });
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <h3>New API key</h3>
      <label>
        Name <input name="name" required />
      </label>
      <label>
        Access{' '}
        <select name="access">
          {values.enumerations.ApiKeyAccess.map(({ value, label, description }) => (
            <option key={value} value={value} title={description}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" kind="primary" isDisabled={isPending || user === undefined}>
        Create API key
      </Button>
      {error !== null && <p role="alert">Not created. {explain(error)}</p>}
      {data !== undefined && <Secret secret={data.secret} />}
    </form>
  );
}

/** A new secret, which only this page shows. */
function Secret({ secret }: { secret: string }) {
  return (
    <p role="status" className={styles.secret}>
      Copy the key now. It won't be shown again. <code>{secret}</code> <CopyButton text={secret} label="Copy API key" />
    </p>
  );
}
