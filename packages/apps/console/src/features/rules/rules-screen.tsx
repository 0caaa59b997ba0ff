import { listRules, type Rule } from '@aispm/client';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { RowLink } from '../../shared/links/row-link.tsx';
import type { Search } from '../../shared/links/search.ts';
import { ListScreen } from '../../shared/list/list-screen.tsx';
import { ListWithRecord } from '../../shared/list/record-panel.tsx';
import type { CustomCell } from '../../shared/table/columns.ts';
import type { FirstColumn } from '../../shared/table/data-table.tsx';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { Rating } from './rating.tsx';
import { useRuleChanges } from './rule-changes.tsx';
import { RulePanel } from './rule-panel.tsx';

const COLUMNS = ['severity', 'total_issues_count', 'source', 'object_types', 'rule_description'];
const COLUMNS_BESIDE = ['severity'];

const CELLS: Record<string, CustomCell> = {
  // Fits "Off" and the longest severity.
  severity: { minWidth: 11, render: (row) => <Rating rule={row as unknown as Rule} /> },
};

/** The list of rules, and next to it the rule in the URL, whose settings can be changed. */
export function RulesScreen() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const search = useSearch({ strict: false }) as Search;
  const changes = useRuleChanges();
  // Opens a rule next to the list, which keeps its filters and position.
  const first = useMemo<FirstColumn>(
    () => ({
      label: 'Rule',
      field: 'rule_name',
      render: (row) => (
        <RowLink to={`rules/${encodeURIComponent(String(row.rule_id))}`} search={search} keepsScroll>
          <Untrusted text={String(row.rule_name)} />
        </RowLink>
      ),
    }),
    [search],
  );
  const list = (
    <ListScreen
      title="Rules"
      list="listRules"
      operation={listRules}
      idField="rule_id"
      columns={COLUMNS}
      columnsBeside={COLUMNS_BESIDE}
      currentId={id}
      first={first}
      cells={CELLS}
      empty={<EmptyState title="No rules">This workspace has no rules.</EmptyState>}
    />
  );
  return (
    <>
      {changes.report}
      <ListWithRecord segment="rules" id={id} list={list}>
        <RulePanel key={id} id={id ?? ''} changes={changes} />
      </ListWithRecord>
    </>
  );
}
