import { listIssues } from '@aispm/client';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { RowLink } from '../../shared/links/row-link.tsx';
import type { Search } from '../../shared/links/search.ts';
import { ListScreen } from '../../shared/list/list-screen.tsx';
import { ListWithRecord } from '../../shared/list/record-panel.tsx';
import type { FirstColumn } from '../../shared/table/data-table.tsx';
import { useSelection } from '../../shared/table/selection.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { BulkTriage } from './bulk-triage.tsx';
import { IssuePanel } from './issue-panel.tsx';
import { TriageProvider } from './triage-store.tsx';

const COLUMNS = ['definitive_severity', 'status', 'total_affected_elements', 'assignee', 'due_at', 'last_seen_at'];

const COLUMNS_BESIDE = ['definitive_severity', 'status'];

/** The list of issues, and next to it the issue in the URL. */
export function IssuesScreen() {
  return (
    <TriageProvider>
      <Issues />
    </TriageProvider>
  );
}

function Issues() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const search = useSearch({ strict: false }) as Search;
  const selection = useSelection();
  // Opens an issue next to the list, which keeps its filters and position.
  const first = useMemo<FirstColumn>(
    () => ({
      label: 'Rule',
      field: 'rule_name',
      render: (row) => (
        <RowLink to={`issues/${encodeURIComponent(String(row.issue_id))}`} search={search} keepsScroll>
          <Untrusted text={String(row.rule_name)} />
        </RowLink>
      ),
    }),
    [search],
  );
  const list = (
    <ListScreen
      title="Issues"
      list="listIssues"
      operation={listIssues}
      idField="issue_id"
      initialSort={{ sort: 'definitive_severity', order: 'DESC' }}
      columns={COLUMNS}
      columnsBeside={COLUMNS_BESIDE}
      currentId={id}
      selection={selection}
      first={first}
      empty={<EmptyState title="No issues yet">Run a scan or an evaluation to find issues.</EmptyState>}
    >
      <BulkTriage selection={selection} />
    </ListScreen>
  );
  return (
    <ListWithRecord segment="issues" id={id} list={list}>
      <IssuePanel key={id} id={id ?? ''} hasKeys={selection.rows.size === 0} />
    </ListWithRecord>
  );
}
