import type { Keys } from '@aispm/openapi';
import { type Contract, getJsonSchema, type Operation } from '../src/document/contract.js';
import type { Node } from '../src/document/node.js';

/**
 * Injects one violation into a copy of the contract, and returns the location of the expected finding. It selects a node
 * by its features, not by its name, so it doesn't depend on the content of the contract.
 */
export type Mutation = (contract: Contract) => Keys;

/** A JSON object that a mutation changes. */
// biome-ignore lint/suspicious/noExplicitAny: a mutation writes values of any type.
export type MutableObject = Record<string, any>;

/** Returns the first item that matches. @throws if there's none, because the mutation would have no effect */
export function findFirst<T>(items: Iterable<T>, matches: (item: T) => unknown = () => true): T {
  for (const item of items) if (matches(item)) return item;
  throw new Error('The contract has no node for this mutation. Select another node.');
}

/** Returns the value of a node for changing it. @throws when it isn't an object */
export function mutableValue(node: Node | undefined): MutableObject {
  if (typeof node?.value !== 'object' || node.value === null) {
    throw new Error('The contract has no such object. Select another node for this mutation.');
  }
  return node.value;
}

/** Finds the first operation that matches and has no exceptions. */
export function findOperation(contract: Contract, matches: (operation: Operation) => unknown = () => true): Operation {
  return findFirst(contract.operations, (operation) => {
    return !operation.node.child('x-lint-exceptions') && matches(operation);
  });
}

/** Finds the schema of the error body. It isn't part of a record, so mutating it doesn't violate other rules. */
export function findErrorBody(contract: Contract): Node {
  const response = findFirst(contract.uniqueResponses(), ({ status }) => status === '404');
  const schema = getJsonSchema(response.node)?.target();
  if (!schema) throw new Error('The contract has no schema of the error body. Correct the 404 response.');
  return schema;
}

/** Finds the first property of the error body that has a type. */
export function findErrorProperty(contract: Contract, type: string): Node {
  return findFirst(
    findErrorBody(contract).descendant('properties')?.children() ?? [],
    (node) => node.child('type')?.value === type,
  );
}

/** Renames a key of an object and keeps the order of its keys. */
export function renameKey(object: MutableObject, from: string, to: string): void {
  const entries = Object.entries(object);
  for (const key of Object.keys(object)) delete object[key];
  for (const [key, value] of entries) object[key === from ? to : key] = value;
}

/** Renames the first path that a function changes, and returns its new location. */
export function renamePath(contract: Contract, change: (path: string) => string): Keys {
  const { key } = findFirst(contract.paths, (path) => change(path.key) !== path.key);
  renameKey(mutableValue(contract.root.child('paths')), key, change(key));
  return ['paths', change(key)];
}
