/** Holds views to what their lists have. */
import type { NewView, ViewEntity } from '@aispm/types';
import { document } from '../contract/contract.ts';
import { type ErrorDetails, unprocessable } from '../http/errors.ts';
import { validatorOf } from '../http/validation.ts';
import { type Entity, entityOf } from './entities.ts';

const validators = new Map<ViewEntity, ReturnType<typeof validatorOf>>();

/** @throws {ApiError} 422 when the list has no such filter, value or column */
export function checkView({ entity: name, filters = {}, columns = [] }: NewView): void {
  const entity = entityOf(name);
  const details = { ...unknownFilters(entity, filters), ...unknownColumns(entity, columns) };
  if (Object.keys(details).length > 0) throw unprocessable(details);
  queryOf(name, filters);
}

/**
 * The query of the list that some filters stand for, defaults included.
 *
 * @throws {ApiError} 422 when a filter does not take its value
 */
export function queryOf(name: ViewEntity, filters: object): Record<string, unknown> {
  let validate = validators.get(name);
  if (!validate) {
    const { components } = document;
    validate = validatorOf({ type: 'object', properties: entityOf(name).filters, components }, 'body/filters');
    validators.set(name, validate);
  }
  const checked = validate(structuredClone(filters));
  if ('error' in checked) throw unprocessable(checked.error.details);
  return checked.value as Record<string, unknown>;
}

function unknownFilters({ operation, filters }: Entity, given: object): ErrorDetails {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(filters, name));
  const text = `must be a query parameter of ${operation} that filters or sorts`;
  return Object.fromEntries(unknown.map((name) => [`body/filters/${name}`, text]));
}

function unknownColumns({ operation, columns }: Entity, given: readonly string[]): ErrorDetails {
  return Object.fromEntries(
    given.flatMap((name, index) =>
      columns.includes(name)
        ? []
        : [[`body/columns/${index}`, `must be a field of the items of ${operation}, got ${name}`]],
    ),
  );
}
