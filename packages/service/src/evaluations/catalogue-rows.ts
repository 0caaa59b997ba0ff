/** The catalogue of a workspace: built-in evaluations and the tenant's own. */
import type { Evaluation } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { contains, equal } from '../lists/filters.ts';
import { type List, sortKey } from '../lists/list.ts';
import type { Workspace } from '../workspaces/workspaces.ts';

/** The evaluations of a workspace, as the records of the contract. */
export function evaluations(db: Db, { tenantId, workspaceId }: Workspace) {
  return db
    .selectFrom('evaluations')
    .select([
      'id',
      'name',
      'description',
      'approach',
      'type',
      'config',
      'tags',
      'num_prompts',
      'is_builtin',
      'created_at',
      'updated_at',
    ])
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId)
    .$narrowType<Pick<Evaluation, 'approach'> & { config: never; tags: never }>()
    .$castTo<Evaluation>();
}

export const evaluationList: List<'listEvaluations', Evaluation, Evaluation> = {
  operation: 'listEvaluations',
  rows: evaluations,
  filters: { name: contains('name'), approach: equal('approach') },
  sorts: { sorted: sortKey('name_order', 'text') },
  id: sql.ref('id'),
  toItem: (row) => row,
};
