import { getIssue, type Issue } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { statusLabel, UNRESOLVED_STATUSES } from '../../shared/contract/statuses.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { countOf } from '../../shared/text/count.ts';
import { Untrusted, WebLink } from '../../shared/text/untrusted.tsx';
import { Severity } from '../../shared/ui/severity.tsx';
import { ErrorState, Loading } from '../../shared/ui/states.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { History } from './history.tsx';
import styles from './issues.module.css';
import { Occurrences } from './occurrences.tsx';
import { TriageActions } from './triage-actions.tsx';

/**
 * An issue: its description, remediation, occurrences and history.
 *
 * @param hasKeys whether keyboard shortcuts change this issue
 */
export function IssuePanel({ id, hasKeys }: { id: string; hasKeys: boolean }) {
  const { data, error, refetch } = useQuery(queryOptions(useWorkspaceClient(), getIssue, { id }));
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Only when it's opened from its row. A page opened by URL starts with the navigation.
    if (document.activeElement?.closest('tr') != null) panel.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article ref={panel} tabIndex={-1} className={styles.panel} aria-label="Issue">
      {error !== null ? (
        <ErrorState isScreen error={error} retry={refetch} />
      ) : data === undefined ? (
        <Loading isScreen rows={10} />
      ) : (
        <>
          <div className={styles.head}>
            <h1>
              <Untrusted text={data.rule_name} />
            </h1>
            <Link to="/w/$tenant/$workspace/issues" params={{ tenant, workspace }} search resetScroll={false}>
              Close
            </Link>
          </div>
          <Facts issue={data} />
          <TriageActions issue={data} hasKeys={hasKeys} />
          <p>
            <Untrusted text={data.rule_description} />
          </p>
          <Remedy remediation={data.remediation} />
          <Occurrences issueId={data.issue_id} />
          <History issueId={data.issue_id} />
        </>
      )}
    </article>
  );
}

function Facts({ issue }: { issue: Issue }) {
  return (
    <dl className={styles.facts}>
      <dt>Severity</dt>
      <dd>
        <Severity value={issue.definitive_severity} />{' '}
        {issue.severity_reason !== null && (
          <span className={styles.quiet}>({<Untrusted text={issue.severity_reason} />})</span>
        )}
      </dd>
      <dt>Status</dt>
      <dd>
        {statusLabel(issue.status)}
        {issue.status_comment !== null && (
          <>
            {': '}
            <Untrusted text={issue.status_comment} />
          </>
        )}
      </dd>
      <dt>Assignee</dt>
      <dd>{issue.assignee === null ? 'Unassigned' : <Untrusted text={issue.assignee} />}</dd>
      {issue.due_at !== null && (
        <>
          <dt>Due</dt>
          <dd>
            <Time value={issue.due_at} />
          </dd>
        </>
      )}
      <dt>Affected</dt>
      <dd>
        {countOf(issue.total_affected_elements, 'object')},{' '}
        <WorkspaceLink to="occurrences" search={{ issue_id: issue.issue_id, status: UNRESOLVED_STATUSES }}>
          {countOf(issue.fine_grained_issue_count, 'occurrence')}
        </WorkspaceLink>
      </dd>
      <dt>First seen</dt>
      <dd>
        <Time value={issue.first_seen_at} />
      </dd>
      <dt>Last seen</dt>
      <dd>
        <Time value={issue.last_seen_at} />
      </dd>
    </dl>
  );
}

function Remedy({ remediation }: { remediation: Issue['remediation'] }) {
  if (remediation === null) return null;
  return (
    <section aria-label="Remediation">
      <h2>Remediation</h2>
      <p>
        <Untrusted text={remediation.summary} />
      </p>
      <ol className={styles.steps}>
        {remediation.steps.map((step) => (
          <li key={step}>
            <Untrusted text={step} />
          </li>
        ))}
      </ol>
      <ul>
        {remediation.references.map((reference) => (
          <li key={reference}>
            <WebLink url={reference} />
          </li>
        ))}
      </ul>
    </section>
  );
}
