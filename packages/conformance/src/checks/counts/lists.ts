/** The lists whose rows are counted, found by the fields of their rows. */
import { findList } from '../../contract/lists.ts';
import {
  findParameter,
  type Json,
  type Operation,
  placeholderNames,
  type Schema,
  TENANT,
  WORKSPACE,
} from '../../contract/operation.ts';

/** The status of issues that aren't counted. */
const RESOLVED = 'resolved';

/** Returns the fields of the rows of a list; empty for a table, and for an operation that isn't a list. */
export function rowFields(operation: Operation): Record<string, Schema> {
  return findList(operation)?.row?.properties ?? {};
}

/**
 * Returns the list of a workspace whose rows have an identifier as their first field, and which can count its rows. Undefined when
 * there is none.
 */
export function findListById(operations: readonly Operation[], name: string): Operation | undefined {
  return operations.find((operation) => canCount(operation) && Object.keys(rowFields(operation))[0] === name);
}

/** Returns the list of the objects of a type; undefined when there is none. */
export function findListOfType(operations: readonly Operation[], type: string): Operation | undefined {
  return (
    operations.find((operation) => canCount(operation) && rowFields(operation).object_type?.const === type) ??
    findListById(operations, `${type}_id`)
  );
}

function canCount(operation: Operation): boolean {
  const names = placeholderNames(operation.path);
  const isInScope = names.every((name) => name === TENANT || name === WORKSPACE) && names.includes(TENANT);
  return isInScope && findParameter(operation, 'query', 'include_total') !== undefined;
}

/** Returns the filter for issues or occurrences that are not resolved. */
export function unresolved(list: Operation): Json {
  const values = findParameter(list, 'query', 'status')?.schema.items?.enum ?? [];
  return { status: values.filter((value) => value !== RESOLVED) };
}
