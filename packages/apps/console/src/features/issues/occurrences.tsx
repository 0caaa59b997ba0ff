import { type FineGrainedIssue, listFineGrainedIssues } from '@aispm/client';
import { infiniteQueryOptions } from '@aispm/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { statusLabel } from '../../shared/contract/statuses.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { ObjectLink } from '../../shared/objects/object-link.tsx';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ScrollArea } from '../../shared/ui/scroll-area.tsx';
import { Severity } from '../../shared/ui/severity.tsx';
import { ErrorState, Loading } from '../../shared/ui/states.tsx';
import styles from './issues.module.css';
import { OccurrenceTriage } from './occurrence-triage.tsx';

const PAGE_SIZE = 20;

/** The occurrences of an issue, with their locations and evidence. */
export function Occurrences({ issueId }: { issueId: string }) {
  const query = useInfiniteQuery(
    infiniteQueryOptions(useWorkspaceClient(), listFineGrainedIssues, { issue_id: [issueId], page_size: PAGE_SIZE }),
  );
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label="Occurrences">
      <h2>Occurrences</h2>
      {query.error !== null && <ErrorState error={query.error} retry={query.refetch} />}
      {query.isPending && <Loading rows={4} />}
      {rows.map((row) => (
        <Occurrence key={row.fine_grained_issue_id} occurrence={row} />
      ))}
      {query.hasNextPage && (
        <Button isDisabled={query.isFetching} onClick={() => query.fetchNextPage()}>
          Show more occurrences
        </Button>
      )}
    </section>
  );
}

function Occurrence({ occurrence }: { occurrence: FineGrainedIssue }) {
  const { location } = occurrence;
  return (
    <div className={styles.occurrence}>
      <div>
        <Severity value={occurrence.definitive_severity} />{' '}
        <ObjectLink
          objectType={occurrence.object_type}
          id={occurrence.aispm_object_id}
          name={occurrence.aispm_friendly_name}
        />{' '}
        <span className={styles.quiet}>
          {statusLabel(occurrence.status)}
          {occurrence.assignee !== null && (
            <>
              , assigned to <Untrusted text={occurrence.assignee} />
            </>
          )}
        </span>
      </div>
      <p>
        <Untrusted text={occurrence.message} />
      </p>
      {location !== null && (
        <WorkspaceLink to={`locations/${encodeURIComponent(location.location_id)}`}>
          <Untrusted text={formatLocation(location)} />
        </WorkspaceLink>
      )}
      {occurrence.status_comment !== null && (
        <p className={styles.quiet}>
          Comment: <Untrusted text={occurrence.status_comment} />
        </p>
      )}
      {occurrence.evidence.map((evidence) => (
        <ScrollArea key={evidence.value} label={`Evidence: ${evidence.kind}`} className={styles.evidence}>
          <Untrusted text={evidence.value} />
        </ScrollArea>
      ))}
      <OccurrenceTriage occurrence={occurrence} />
    </div>
  );
}

function formatLocation(location: NonNullable<FineGrainedIssue['location']>): string {
  const path = location.file_path ?? location.aispm_friendly_name;
  return location.start_line === null ? path : `${path}:${location.start_line}`;
}
