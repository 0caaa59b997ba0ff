/** Checks views against their lists. */
import type { NewView, ViewEntity } from '@aispm/types';
import { document } from '../../platform/contract/contract.ts';
import { type ErrorDetails, unprocessable } from '../../platform/http/errors/errors.ts';
import { createValueValidator } from '../../platform/http/validation.ts';
import { findViewedList, type ViewedList } from './viewed-lists.ts';

const validators = new Map<ViewEntity, ReturnType<typeof createValueValidator>>();

/** @throws {ApiError} 422 if the list doesn't have a filter or column, or the filter rejects the value */
export function checkView({ entity, filters = {}, columns = [] }: Omit<NewView, 'name'>): void {
  const list = findViewedList(entity);
  const unknownFilters = findUnknownFilters(list, filters);
  const details = { ...unknownFilters, ...findUnknownColumns(list, columns) };
  const reason = Object.keys(unknownFilters).length > 0 ? 'unknown_filter' : 'unknown_column';
  if (Object.keys(details).length > 0) throw unprocessable(reason, details);
  parseFilters(entity, filters);
}

/**
 * Returns the query parameters of the list for the filters of a view, including defaults.
 *
 * @throws {ApiError} 422 if a filter rejects its value
 */
export function parseFilters(entity: ViewEntity, filters: object): Record<string, unknown> {
  let validate = validators.get(entity);
  if (!validate) {
    const { components } = document;
    validate = createValueValidator(
      { type: 'object', properties: findViewedList(entity).filters, components },
      'body/filters',
    );
    validators.set(entity, validate);
  }
  const checked = validate(structuredClone(filters));
  if ('error' in checked) throw unprocessable('invalid_filter_value', checked.error.details);
  return checked.value as Record<string, unknown>;
}

function findUnknownFilters({ operation, filters }: ViewedList, given: object): ErrorDetails {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(filters, name));
  const message = `must be a query parameter of ${operation} that filters or sorts`;
  return Object.fromEntries(unknown.map((name) => [`body/filters/${name}`, message]));
}

function findUnknownColumns({ operation, columns }: ViewedList, given: readonly string[]): ErrorDetails {
  return Object.fromEntries(
    given.flatMap((name, index) =>
      columns.includes(name)
        ? []
        : [[`body/columns/${index}`, `must be a field of the items of ${operation}, got ${name}`]],
    ),
  );
}
