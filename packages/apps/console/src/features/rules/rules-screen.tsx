import { listRules } from '@aispm/client';
import { RowLink } from '../../shared/links/row-link.tsx';
import { ListScreen } from '../../shared/list/list-screen.tsx';
import type { FirstColumn } from '../../shared/table/data-table.tsx';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';

const FIRST: FirstColumn = {
  label: 'Rule',
  field: 'rule_name',
  render: (row) => (
    <RowLink to="issues" search={{ rule_id: String(row.rule_id) }}>
      <Untrusted text={String(row.rule_name)} />
    </RowLink>
  ),
};

/** Lists the rules. Each links to its issues. */
export function RulesScreen() {
  return (
    <ListScreen
      title="Rules"
      list="listRules"
      operation={listRules}
      idField="rule_id"
      columns={['severity', 'source', 'object_types', 'rule_description']}
      first={FIRST}
      empty={<EmptyState title="No rules">This workspace has no rules.</EmptyState>}
    />
  );
}
