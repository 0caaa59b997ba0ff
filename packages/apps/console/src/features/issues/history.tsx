import { type IssueHistoryEntry, listIssueHistory } from '@aispm/client';
import { infiniteQueryOptions } from '@aispm/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { formatValue } from '../../shared/contract/format-values.ts';
import { readLabel } from '../../shared/contract/read-label.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorState, Loading } from '../../shared/ui/states.tsx';
import { Time } from '../../shared/ui/time.tsx';
import styles from './issues.module.css';

/** The changes of an issue, newest first. Loaded when the user opens it. */
export function History({ issueId }: { issueId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2 className={styles.summary}>History</h2>
      </summary>
      {isOpen && <Entries issueId={issueId} />}
    </details>
  );
}

function Entries({ issueId }: { issueId: string }) {
  const query = useInfiniteQuery(
    infiniteQueryOptions(useWorkspaceClient(), listIssueHistory, { id: issueId, page_size: 20 }),
  );
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  if (query.error !== null) return <ErrorState error={query.error} retry={query.refetch} />;
  if (query.isPending) return <Loading rows={3} />;
  return (
    <>
      <ul className={styles.history}>
        {entries.map((entry) => (
          <li key={entry.history_entry_id}>
            <Time value={entry.changed_at} /> by{' '}
            {entry.changed_by === null ? 'a scan' : <Untrusted text={entry.changed_by} />}:{' '}
            <Untrusted text={describe(entry)} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button isDisabled={query.isFetching} onClick={() => query.fetchNextPage()}>
          Show older changes
        </Button>
      )}
    </>
  );
}

/** Describes what an entry changed: "Status: Open → In progress". */
function describe(entry: IssueHistoryEntry): string {
  const changes = listChanges(entry.before, entry.after);
  if (entry.fine_grained_issue_id === null) return changes.length === 0 ? 'created' : changes.join('; ');
  const ofOccurrence = listChanges(entry.occurrence_before, entry.occurrence_after).join('; ');
  return `one occurrence: ${ofOccurrence}${changes.length === 0 ? '' : `. Issue: ${changes.join('; ')}`}`;
}

function listChanges(before: object, after: object): string[] {
  const values = before as Record<string, unknown>;
  return Object.entries(after).map(([name, value]) => {
    const label = readLabel(name);
    return name in values ? `${label}: ${format(values[name])} → ${format(value)}` : `${label}: ${format(value)}`;
  });
}

function format(value: unknown): string {
  return value === null || value === undefined ? 'none' : formatValue(value);
}
