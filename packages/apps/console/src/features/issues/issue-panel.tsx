import { getIssue, type Issue } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { statusLabel, UNRESOLVED_STATUSES } from '../../shared/contract/statuses.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { RecordPanel } from '../../shared/list/record-panel.tsx';
import { countOf } from '../../shared/text/count.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Remedy } from '../../shared/ui/remedy.tsx';
import { Severity } from '../../shared/ui/severity.tsx';
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
  const query = useQuery(queryOptions(useWorkspaceClient(), getIssue, { id }));
  return (
    <RecordPanel label="Issue" segment="issues" query={query} nameOf={({ rule_name }) => rule_name}>
      {(issue) => (
        <>
          <Facts issue={issue} />
          <TriageActions issue={issue} hasKeys={hasKeys} />
          <p>
            <Untrusted text={issue.rule_description} />
          </p>
          <Remedy remediation={issue.remediation} />
          <Occurrences issueId={issue.issue_id} />
          <History issueId={issue.issue_id} />
        </>
      )}
    </RecordPanel>
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
