import { isApiError, isConnectionError, isTimeoutError } from '@aispm/client';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { isForbidden } from '../api/api.tsx';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './states.module.css';

const SKELETON_DELAY_MS = 150;

/** What all states have in common. */
interface StateProps {
  /** Whether the state stands for a whole screen, whose heading it has then. Default: a part of a screen. */
  isScreen?: boolean | undefined;
}

/** Rows in their final height while something loads; nothing during the first 150 ms. */
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

/** Says why something is empty, and what can be done next. */
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

/** Says what failed, why, and by which id the service knows the request. Missing access and records have texts of their own. */
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
            Your key lacks access in the workspace{' '}
            <strong>
              {tenant} / {workspace}
            </strong>
            .{' '}
          </>
        )}
        Ask an administrator for a key with this access, or select another workspace.
      </p>
    </div>
  );
}

/** Says that there is nothing at this URL, and links to the dashboard. */
export function NotFound({ isScreen = true }: StateProps) {
  return (
    <EmptyState title="Not found" isScreen={isScreen} action={<Link to="/">Open the dashboard</Link>}>
      There is nothing at this URL. It may have been deleted.
    </EmptyState>
  );
}

function Title({ isScreen = false, children }: StateProps & { children: ReactNode }) {
  return isScreen ? <h1>{children}</h1> : <h2>{children}</h2>;
}

/** Returns why a call failed, in a sentence for users. */
export function explain(error: unknown): string {
  if (isApiError(error)) return error.reason === undefined ? `The API responded with ${error.status}.` : error.message;
  if (isTimeoutError(error)) return 'The API did not respond in time.';
  if (isConnectionError(error)) return 'The API cannot be reached.';
  return error instanceof Error ? error.message : String(error);
}
