/** The catalogue of a workspace: built-in evaluations and the tenant's custom ones. */
import type { Evaluation } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../../platform/database/rows.ts';
import { anyOf, contains, equal, since } from '../../../platform/lists/filters.ts';
import { type List, sortKey } from '../../../platform/lists/list.ts';

/** An evaluation with its version, which is its entity tag. */
export interface EvaluationRow extends Evaluation {
  version: number;
}

/** Selects the evaluations of a workspace. */
export function selectEvaluations(db: Db, workspace: Workspace) {
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
      'version',
      'created_at',
      'updated_at',
    ])
    .where(inWorkspace('evaluations', workspace))
    .$narrowType<Pick<Evaluation, 'approach'> & { config: never; tags: never }>()
    .$castTo<EvaluationRow>();
}

/** Returns the record of the contract. */
export function toEvaluation({ version, ...evaluation }: EvaluationRow): Evaluation {
  return evaluation;
}

export const evaluationList: List<'listEvaluations', EvaluationRow, Evaluation> = {
  operation: 'listEvaluations',
  rows: selectEvaluations,
  filters: {
    id: anyOf('id'),
    name: contains('name'),
    approach: equal('approach'),
    created_since: since('created_at'),
    updated_since: since('updated_at'),
  },
  sorts: { sorted: sortKey('name_order', 'text') },
  id: sql.ref('id'),
  toItem: toEvaluation,
};
