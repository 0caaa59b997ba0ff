import { listRules } from '@aispm/client';
import { RowLink } from '../app/row-link.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { Untrusted } from '../text/untrusted.tsx';
import type { FirstColumn } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/states.tsx';

const FIRST: FirstColumn = {
  label: 'Rule',
  field: 'rule_name',
  render: (row) => (
    <RowLink to="issues" search={{ rule_id: String(row.rule_id) }}>
      <Untrusted text={String(row.rule_name)} />
    </RowLink>
  ),
};

/** The rules; each leads to the issues that it found. */
export function RulesScreen() {
  return (
    <ListScreen
      title="Rules"
      list="listRules"
      operation={listRules}
      idField="rule_id"
      columns={['severity', 'source', 'object_types', 'rule_description']}
      first={FIRST}
      empty={<EmptyState title="No rules">The service has no rules for this workspace.</EmptyState>}
    />
  );
}
