import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Untrusted } from '../text/untrusted.tsx';
import { ErrorState, Loading } from '../ui/states.tsx';
import styles from './record-panel.module.css';

/** A list and the record that is open next to it, or instead of it in a narrow window. */
export function ListWithRecord({
  segment,
  id,
  list,
  children,
}: {
  /** The path segment of the list and its records, such as "issues". */
  segment: string;
  /** The ID of the open record; undefined if none is open. */
  id: string | undefined;
  list: ReactNode;
  /** The {@link RecordPanel} of the open record. */
  children: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const lastId = useRef(id);
  useEffect(() => {
    // Closing a record moves focus back to its row.
    if (id === undefined && lastId.current !== undefined) {
      const href = `/${segment}/${encodeURIComponent(lastId.current)}`;
      frame.current?.querySelector<HTMLElement>(`tbody a[href*="${CSS.escape(href)}"]`)?.focus({ preventScroll: true });
    }
    lastId.current = id;
  }, [id, segment]);
  return (
    <div className={styles.split} data-open={id !== undefined || undefined}>
      <div ref={frame} className={styles.list}>
        {list}
      </div>
      {id !== undefined && children}
    </div>
  );
}

/** A record that is open next to its list. Closing it keeps the list's filters and position. */
export function RecordPanel<RecordType>({
  label,
  segment,
  query: { data, error, refetch },
  nameOf,
  children,
}: {
  /** The kind of record, such as "Issue". */
  label: string;
  segment: string;
  /** The query of the record. */
  query: { data: RecordType | undefined; error: unknown; refetch: () => unknown };
  nameOf: (record: RecordType) => string;
  children: (record: RecordType) => ReactNode;
}) {
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Only when it's opened from its row. A page opened by URL starts with the navigation.
    if (document.activeElement?.closest('tr') != null) panel.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article ref={panel} tabIndex={-1} className={styles.panel} aria-label={label}>
      {error !== null ? (
        <ErrorState isScreen error={error} retry={refetch} />
      ) : data === undefined ? (
        <Loading isScreen rows={10} />
      ) : (
        <>
          <div className={styles.head}>
            <h1>
              <Untrusted text={nameOf(data)} />
            </h1>
            <Link
              to={`/w/$tenant/$workspace/${segment}` as '/w/$tenant/$workspace'}
              params={{ tenant, workspace }}
              search
              resetScroll={false}
            >
              Close
            </Link>
          </div>
          {children(data)}
        </>
      )}
    </article>
  );
}
