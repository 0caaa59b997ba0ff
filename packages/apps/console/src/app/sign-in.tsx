import { createClient, getCurrentUser, isApiError } from '@aispm/client';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { hasSessionEnded, readApiUrl, signIn } from '../shared/session/session.ts';
import { Button } from '../shared/ui/button.tsx';
import styles from './sign-in.module.css';
import { useAnyKey } from './use-any-key.ts';

/** Asks for the API key, and for the URL of the API unless the page's server sets it. */
export function SignIn() {
  const { url, isFixed } = readApiUrl();
  const [baseUrl, setBaseUrl] = useState(url);
  // For the notice below the key. Updated when the user leaves the field.
  const [enteredUrl, setEnteredUrl] = useState(url);
  const takesAnyKey = useAnyKey(enteredUrl);
  const [token, setToken] = useState('');
  const [isRemembered, setRemembered] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // The page has nothing but this form.
  useEffect(
    () => form.current?.querySelector<HTMLElement>('input:placeholder-shown, input[type="password"]')?.focus(),
    [],
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    setProblem(undefined);
    try {
      const session = { baseUrl: baseUrl.trim(), token: token.trim() };
      const user = await getCurrentUser(createClient({ ...session, retry: false, timeout: 10_000 }));
      signIn({ ...session, user }, isRemembered);
    } catch (error) {
      setProblem(explain(error));
      setPending(false);
    }
  }

  return (
    <main className={styles.page}>
      <form ref={form} className={styles.form} onSubmit={submit}>
        <h1>AISPM console</h1>
        {hasSessionEnded() && (
          <p className={styles.notice} role="status">
            Your session has ended: the API no longer accepts the key. Sign in again to continue where you were.
          </p>
        )}
        {!isFixed && (
          <label className={styles.field}>
            API URL
            <input
              type="url"
              required
              placeholder="https://aispm.example.com/api/v1"
              value={baseUrl}
              onChange={(event) => setBaseUrl(event.target.value)}
              onBlur={() => setEnteredUrl(baseUrl.trim())}
            />
          </label>
        )}
        <label className={styles.field}>
          API key
          <input
            type="password"
            autoComplete="off"
            required
            aria-describedby={`${id}-mock ${id}-problem`}
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </label>
        {takesAnyKey && (
          <p id={`${id}-mock`} className={styles.hint}>
            This is the mock: any key works.
          </p>
        )}
        <label className={styles.choice}>
          <input type="checkbox" checked={isRemembered} onChange={(event) => setRemembered(event.target.checked)} />
          Keep the key until this tab is closed
        </label>
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
        <Button type="submit" kind="primary" isDisabled={isPending}>
          Sign in
        </Button>
        <p className={styles.hint}>
          The key is only sent to this API. If you don't check the box, reloading the page signs you out.
        </p>
      </form>
    </main>
  );
}

function explain(error: unknown): string {
  if (isApiError(error) && error.status === 401)
    return 'The API does not accept this key. Check that it is complete and has not expired.';
  if (isApiError(error)) return `The API responded with ${error.status}. Check the URL.`;
  if (error instanceof TypeError) return `${error.message}. Check the URL and the key.`;
  return 'The API cannot be reached. Check the URL, and that the API allows requests from this page.';
}
