/** Rules, static and external ones together, as the contract shows them. */
import type { Rule, RuleListItem } from '@aispm/types';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import type { Rules } from '../generated/tables.ts';
import { contains, equal, overlaps } from '../lists/filters.ts';
import { type List, sortKey } from '../lists/list.ts';

const COLUMNS = [
  'rule_id',
  'rule_name',
  'rule_description',
  'object_types',
  'source',
  'severity',
  'tags',
  'remediation',
] as const;

type RuleRow = Pick<Selectable<Rules>, (typeof COLUMNS)[number]>;

/** The rules of a workspace. */
export function rules(db: Db, { tenantId, workspaceId }: Scope) {
  return db
    .selectFrom('rules')
    .select(COLUMNS)
    .where('rules.tenant_id', '=', tenantId)
    .where('rules.workspace_id', '=', workspaceId);
}

/** A row as the record of the contract. */
export function toRule(row: RuleRow): Rule {
  return row as Rule;
}

export const ruleList: List<'listRules', RuleRow, RuleListItem> = {
  operation: 'listRules',
  rows: (db, scope) =>
    rules(db, scope).select((rule) => [
      'rules.updated_at',
      rule
        .selectFrom('issues')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('issues.tenant_id', '=', 'rules.tenant_id')
        .whereRef('issues.workspace_id', '=', 'rules.workspace_id')
        .whereRef('issues.rule_id', '=', 'rules.rule_id')
        .where('issues.status', '<>', 'resolved')
        .as('issues_count'),
    ]),
  filters: { rule_name: contains('rule_name'), source: equal('source'), object_type: overlaps('object_types') },
  sorts: { sorted: sortKey('name_order', 'text') },
  id: sql.ref('rule_id'),
  toItem: (row) => row as RuleListItem,
};
