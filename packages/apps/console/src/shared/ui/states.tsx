import { isApiError, isConnectionError, isTimeoutError } from '@aispm/client';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { isForbidden } from '../api/api.tsx';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './states.module.css';

const SKELETON_DELAY_MS = 150;

/** Properties of all states. */
interface StateProps {
  /** Whether the state replaces a whole screen including its heading. Default: only a part of it. */
  isScreen?: boolean | undefined;
}

/** Placeholder rows while something loads. Empty during the first 150 ms. */
export function Loading({ rows, isScreen = false }: StateProps & { rows: number }) {
  const Text = isScreen ? 'h1' : 'span';
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.loading} aria-busy="true">
      <Text className="visually-hidden">Loading</Text>
      {isVisible && Array.from({ length: rows }, (_, index) => <div key={index} className={styles.skeleton} />)}
    </div>
  );
}

/** Explains why something is empty, and what to do next. */
export function EmptyState({
  title,
  children,
  action,
  isScreen,
}: StateProps & { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.state}>
      <Title isScreen={isScreen}>{title}</Title>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Explains why a request failed, with the request ID. Missing access and missing records have their own messages. */
export function ErrorState({ error, retry, isScreen = false }: StateProps & { error: unknown; retry: () => unknown }) {
  if (isForbidden(error)) return <Forbidden error={error} isScreen={isScreen} />;
  if (isApiError(error) && error.status === 404) return <NotFound isScreen={isScreen} />;
  const requestId = isApiError(error) ? error.requestId : undefined;
  return (
    <div className={styles.state} role="alert">
      <Title isScreen={isScreen}>Could not load this</Title>
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

function Forbidden({ error, isScreen }: StateProps & { error: unknown }) {
  const { tenant, workspace } = useParams({ strict: false }) as { tenant?: string; workspace?: string };
  return (
    <div className={styles.state} role="alert">
      <Title isScreen={isScreen}>No access</Title>
      <p>{explain(error)}</p>
      <p>
        {tenant !== undefined && (
          <>
            Your key doesn't have the required access in the workspace{' '}
            <strong>
              {tenant} / {workspace}
            </strong>
            .{' '}
          </>
        )}
        Ask an administrator for another key, or select another workspace.
      </p>
    </div>
  );
}

/** Explains that the URL doesn't exist, and links to the dashboard. */
export function NotFound({ isScreen = true }: StateProps) {
  return (
    <EmptyState title="Not found" isScreen={isScreen} action={<Link to="/">Open the dashboard</Link>}>
      This page doesn't exist, or its record was deleted.
    </EmptyState>
  );
}

function Title({ isScreen = false, children }: StateProps & { children: ReactNode }) {
  return isScreen ? <h1>{children}</h1> : <h2>{children}</h2>;
}

/** Explains why a call failed, in a sentence for users. */
export function explain(error: unknown): string {
  if (isApiError(error)) return error.reason === undefined ? `The API responded with ${error.status}.` : error.message;
  if (isTimeoutError(error)) return 'The API did not respond in time.';
  if (isConnectionError(error)) return 'The API cannot be reached.';
  return error instanceof Error ? error.message : String(error);
}
