import { isApiError, isConnectionError, isTimeoutError } from '@aispm/client';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { isForbidden } from '../api/api.tsx';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './states.module.css';

const SKELETON_DELAY_MS = 150;

/** Rows in their final height while something loads; nothing during the first 150 ms. */
export function Loading({ rows }: { rows: number }) {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.loading} aria-busy="true">
      <span className="visually-hidden">Loading</span>
      {isVisible && Array.from({ length: rows }, (_, index) => <div key={index} className={styles.skeleton} />)}
    </div>
  );
}

/** Says why something is empty, and what can be done next. */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.state}>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Says what failed, why, and by which id the service knows the request. Missing access has its own text. */
export function ErrorState({ error, retry }: { error: unknown; retry: () => unknown }) {
  if (isForbidden(error)) return <Forbidden error={error} />;
  const requestId = isApiError(error) ? error.requestId : undefined;
  return (
    <div className={styles.state} role="alert">
      <h2>This could not be loaded</h2>
      <p>{explain(error)}</p>
      {requestId !== undefined && (
        <p className={styles.detail}>
          Request <code>{requestId}</code> <CopyButton text={requestId} label="Copy request ID" />
        </p>
      )}
      <Button onClick={() => retry()}>Try again</Button>
    </div>
  );
}

function Forbidden({ error }: { error: unknown }) {
  return (
    <div className={styles.state} role="alert">
      <h2>No access</h2>
      <p>{explain(error)} Ask an administrator for a key with this access, or select another workspace.</p>
    </div>
  );
}

export function NotFound() {
  return (
    <EmptyState title="Not found" action={<Link to="/">Open the dashboard</Link>}>
      Nothing has this address. It may have been deleted.
    </EmptyState>
  );
}

/** Returns why a call failed, in a sentence for people. */
export function explain(error: unknown): string {
  if (isApiError(error)) return error.reason === undefined ? `The API responded with ${error.status}.` : error.message;
  if (isTimeoutError(error)) return 'The API did not respond in time.';
  if (isConnectionError(error)) return 'The API cannot be reached.';
  return error instanceof Error ? error.message : String(error);
}
