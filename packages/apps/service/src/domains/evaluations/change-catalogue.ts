/** Creates, changes and deletes the evaluations of tenants. */
import { builtInEvaluations } from '@aispm/evaluations';
import type { Evaluation, EvaluationConfig } from '@aispm/types';
import { sql } from 'kysely';
import { newId } from '../../platform/core/identifiers.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { json } from '../../platform/database/json.ts';
import { inWorkspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError, notFound, unprocessable } from '../../platform/http/errors/errors.ts';
import { checkVersion, formatETag } from '../../platform/http/etag.ts';
import type { OperationRequest } from '../../platform/http/operation.ts';
import type { AgentCredential } from './agents/credentials.ts';
import { type EvaluationRow, selectEvaluations } from './catalogue/items.ts';
import { checkConfig } from './check-config.ts';
import { checkMissingFields } from './request-rules.ts';

type NewEvaluation = OperationRequest<'createEvaluation'>['body'];
type EvaluationChange = OperationRequest<'updateEvaluation'>['body'];

/** The fields that are derived from the settings. */
type DerivedFields = Pick<Evaluation, 'approach' | 'type' | 'num_prompts'>;

/** Returns the entity tag of an evaluation. */
export function toEvaluationETag({ version }: EvaluationRow): string {
  return formatETag(String(version));
}

/**
 * Reads an evaluation.
 *
 * @throws {ApiError} 404
 */
export async function readEvaluation(db: Db, scope: Scope, id: string): Promise<EvaluationRow> {
  const row = await selectEvaluations(db, scope).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/**
 * Adds an evaluation to the catalogue of a workspace.
 *
 * @param credentials the credentials that the workspace may use
 * @throws {ApiError} 422 if it can't run with its settings
 */
export async function createEvaluation(
  db: Db,
  scope: Scope,
  body: NewEvaluation,
  credentials: readonly AgentCredential[],
): Promise<EvaluationRow> {
  const { name, description = '', config, tags = {} } = body;
  checkMissingFields('NewEvaluation', body);
  const derived = deriveFields(config);
  const id = newId();
  checkOwnConfig({ id, name, ...derived }, config, credentials);
  await db
    .insertInto('evaluations')
    .values({
      tenant_id: scope.tenantId,
      workspace_id: scope.workspaceId,
      id,
      name,
      description,
      config: json(config),
      tags: json(tags),
      ...derived,
      is_builtin: false,
    })
    .execute();
  return readEvaluation(db, scope, id);
}

/**
 * Changes the given fields of an evaluation of the tenant.
 *
 * @param ifMatch the required entity tag; undefined for any
 * @param credentials the credentials that the workspace may use
 * @throws {ApiError} 403 if it's built in, 404, 412 if the entity tag differs, 422 if it can't run with its settings
 */
export async function changeEvaluation(
  db: Db,
  scope: Scope,
  id: string,
  change: EvaluationChange,
  ifMatch: string | undefined,
  credentials: readonly AgentCredential[],
): Promise<EvaluationRow> {
  const { name, description, config, tags } = change;
  const evaluation = await lockOwnEvaluation(db, scope, id, ifMatch);
  checkMissingFields('EvaluationUpdate', change);
  const derived = config && deriveFields(config);
  if (config && derived) checkOwnConfig({ id, name: evaluation.name, ...derived }, config, credentials);
  await db
    .updateTable('evaluations')
    .set({
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(config !== undefined && { config: json(config), ...derived }),
      ...(tags !== undefined && { tags: json(tags) }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where(inWorkspace('evaluations', scope))
    .where('id', '=', id)
    .execute();
  return readEvaluation(db, scope, id);
}

/**
 * Deletes an evaluation of the tenant.
 *
 * @param ifMatch the required entity tag; undefined for any
 * @throws {ApiError} 403 if it's built in, 404, 409 while it's attached, 412 if the entity tag differs
 */
export async function deleteEvaluation(db: Db, scope: Scope, id: string, ifMatch: string | undefined): Promise<void> {
  await lockOwnEvaluation(db, scope, id, ifMatch);
  const attached = await db
    .selectFrom('agent_evaluations')
    .select('id')
    .where(inWorkspace('agent_evaluations', scope))
    .where('evaluation_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (attached) {
    throw new ApiError(
      409,
      'evaluation_attached',
      'This evaluation is attached to an agent. Delete the attached evaluations first.',
    );
  }
  await db.deleteFrom('evaluations').where(inWorkspace('evaluations', scope)).where('id', '=', id).execute();
}

/** Locks an evaluation of the tenant and compares its entity tag with the precondition. */
async function lockOwnEvaluation(
  db: Db,
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
): Promise<EvaluationRow> {
  const row = await selectEvaluations(db, scope).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  if (row.is_builtin) {
    throw new ApiError(
      403,
      'builtin_evaluation',
      'Built-in evaluations cannot be changed. Create one that is based on it.',
    );
  }
  checkVersion(ifMatch, toEvaluationETag(row));
  return row;
}

/**
 * Derives approach, type and number of prompts from the settings.
 *
 * @throws {ApiError} 422 if the settings reference an unknown evaluation
 */
function deriveFields({ dataset, based_on, num_prompts }: EvaluationConfig): DerivedFields {
  if (dataset !== undefined) {
    return { approach: 'probe', type: 'dataset', num_prompts: Math.min(num_prompts ?? dataset.length, dataset.length) };
  }
  const base = builtInEvaluations.find(({ item }) => item.id === based_on)?.item;
  if (!base)
    throw unprocessable('unknown_reference', {
      'body/config/based_on': 'must be the identifier of a built-in evaluation',
    });
  const { approach, type } = base;
  return { approach, type, num_prompts: approach === 'metric' ? 0 : (num_prompts ?? base.num_prompts) };
}

/** Checks that an evaluation can run with its own settings. */
function checkOwnConfig(
  fields: Pick<Evaluation, 'id' | 'name'> & DerivedFields,
  config: EvaluationConfig,
  credentials: readonly AgentCredential[],
): void {
  const available = config.dataset?.length ?? fields.num_prompts;
  const item = { ...fields, num_prompts: available, config: {}, description: '', tags: {}, is_builtin: false };
  checkConfig({ ...item, created_at: '', updated_at: '' }, config, credentials);
}
