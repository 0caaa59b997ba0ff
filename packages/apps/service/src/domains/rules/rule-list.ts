/** Lists the rules of a workspace, both built-in ones and scanner rules. */
import type { Rule, RuleListItem } from '@aispm/types';
import { type Selectable, sql } from 'kysely';
import type { Rules } from '../../generated/tables.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { anyOf, containsPattern, equal, overlaps, since } from '../../platform/lists/filters.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';

const COLUMNS = [
  'rule_id',
  'rule_name',
  'rule_description',
  'object_types',
  'source',
  'severity',
  'tags',
  'remediation',
  'is_enabled',
  'severity_override',
  'settings_reason',
  'settings_changed_at',
  'settings_changed_by',
  'is_applying_settings',
] as const;

type RuleRow = Pick<Selectable<Rules>, (typeof COLUMNS)[number]>;

/** Selects the rules of a workspace. */
export function selectRules(db: Db, scope: Workspace) {
  return db.selectFrom('rules').select(COLUMNS).where(inWorkspace('rules', scope));
}

/** Converts a row to a record of the contract. */
export function toRule(row: RuleRow): Rule {
  return row as Rule;
}

export const ruleList: List<'listRules', RuleRow, RuleListItem> = {
  operation: 'listRules',
  rows: (db, scope) =>
    selectRules(db, scope).select((rule) => [
      'rules.updated_at',
      rule
        .selectFrom('issues')
        .select(sql<number>`count(*)`.as('count'))
        .where(inSameWorkspace('issues', 'rules'))
        .whereRef('issues.rule_id', '=', 'rules.rule_id')
        .where('issues.status', '<>', 'resolved')
        .as('total_issues_count'),
    ]),
  filters: {
    id: anyOf('rule_id'),
    rule_name: containsPattern('rule_name'),
    source: anyOf('source'),
    object_type: overlaps('object_types'),
    is_enabled: equal('is_enabled'),
    updated_since: since('rules.updated_at'),
  },
  sorts: { sorted: sortKey('name_order', 'text') },
  id: sql.ref('rule_id'),
  toItem: (row) => row as RuleListItem,
};
