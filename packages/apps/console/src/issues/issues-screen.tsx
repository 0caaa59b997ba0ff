import { listIssues } from '@aispm/client';
import { Link, useParams } from '@tanstack/react-router';
import { ListScreen } from '../list/list-screen.tsx';
import { useSelection } from '../list/selection.ts';
import { Untrusted } from '../text/untrusted.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { TableRow } from '../ui/table-row.ts';
import { BulkTriage } from './bulk-triage.tsx';
import { IssuePanel } from './issue-panel.tsx';
import styles from './issues.module.css';
import { TriageProvider } from './triage-store.tsx';

const COLUMNS = [
  'definitive_severity',
  'status',
  'object_types',
  'total_affected_elements',
  'assignee',
  'due_at',
  'last_seen_at',
];

/** The list of issues, and beside it the one in the address. */
export function IssuesScreen() {
  return (
    <TriageProvider>
      <Issues />
    </TriageProvider>
  );
}

function Issues() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const selection = useSelection();
  return (
    <div className={styles.split} data-open={id !== undefined || undefined}>
      <div className={styles.list}>
        <ListScreen
          title="Issues"
          list="listIssues"
          operation={listIssues}
          idField="issue_id"
          initialSort={{ sort: 'definitive_severity', order: 'DESC' }}
          columns={COLUMNS}
          currentId={id}
          selection={selection}
          first={{ label: 'Rule', field: 'rule_name', render: (row) => <IssueLink row={row} /> }}
          empty={<EmptyState title="No issues">Scans and evaluations report them. None has found one.</EmptyState>}
        >
          <BulkTriage selection={selection} />
        </ListScreen>
      </div>
      {id !== undefined && <IssuePanel key={id} id={id} hasKeys={selection.rows.size === 0} />}
    </div>
  );
}

/** Opens an issue beside the list, which keeps its filters and its position. */
function IssueLink({ row }: { row: TableRow }) {
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  return (
    <Link
      to="/w/$tenant/$workspace/issues/$id"
      params={{ tenant, workspace, id: String(row.issue_id) }}
      search
      resetScroll={false}
    >
      <Untrusted text={String(row.rule_name)} />
    </Link>
  );
}
