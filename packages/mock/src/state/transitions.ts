/** Transitions between statuses, as the contract's enumeration of statuses allows them. */
import { describeRuleConflict } from '../bundled/domain.ts';
import { describeTransition, type JsonObject } from '../bundled/openapi.ts';
import { documentOf } from '../core/contract-types.ts';
import { ApiError } from '../core/errors.ts';
import type { Collection } from '../sample-data/collections.ts';
import type { Entry } from '../sample-data/entry.ts';
import type { Workspace } from '../sample-data/workspace.ts';

/**
 * Returns the error for an update that may not set its status; undefined if it may or doesn't set one.
 *
 * @param location the update's location in the request
 * @param workspace of a finding, whose rule may be switched off
 */
export function findTransitionError(
  { record }: Entry,
  { status }: JsonObject,
  { schema, list }: Collection,
  location: string,
  workspace?: Workspace,
): ApiError | undefined {
  const { properties = {} } = schema;
  if (typeof status !== 'string' || typeof record.status !== 'string') return undefined;
  const isRuleEnabled = workspace?.find('listRules', String(record.rule_id))?.is_enabled !== false;
  const violation =
    describeRuleConflict(record.status, status, isRuleEnabled) ??
    describeTransition(documentOf(list), properties.status ?? {}, record.status, status);
  if (violation === undefined) return undefined;
  const details = [{ location: `${location}/status`, message: violation }];
  return new ApiError(422, 'invalid_transition', `${location}/status ${violation}.`, { details });
}

/** @throws {ApiError} 422 when an update may not set its status */
export function checkTransition(...update: Parameters<typeof findTransitionError>): void {
  const error = findTransitionError(...update);
  if (error) throw error;
}
