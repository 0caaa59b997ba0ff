import { type Contract, jsonSchema, type Node, type Operation, type Path } from '../src/contract.ts';

/**
 * Breaks a copy of the real contract in one small way, in place, and returns the path of the finding to expect. What it
 * breaks it finds by what it looks like: nothing of the contract is repeated here.
 */
export type Mutation = (contract: Contract) => Path;

/** Any JSON object, for mutations to write into. */
// biome-ignore lint/suspicious/noExplicitAny: a mutation writes anything anywhere.
export type Draft = Record<string, any>;

/** The first item of a list that fits. @throws when none does, since the mutation then breaks nothing */
export function first<T>(items: Iterable<T>, fits: (item: T) => unknown = () => true): T {
  for (const item of items) if (fits(item)) return item;
  throw new Error('The contract has nothing left that this mutation could break');
}

/** The value of a node, to write into. @throws when it is no object */
export function draft(node: Node | undefined): Draft {
  if (typeof node?.value !== 'object' || node.value === null) throw new Error('The contract has no such object');
  return node.value;
}

/** The first operation that fits and has no exceptions. */
export function operation(contract: Contract, fits: (operation: Operation) => unknown = () => true): Operation {
  return first(contract.operations, (item) => !item.node.child('x-lint-exceptions') && fits(item));
}

/** The schema of the error body: an object that is part of no record, so that no other rule minds how it looks. */
export function errorBody(contract: Contract): Node {
  const response = first(contract.responses(), ({ status }) => status === '404');
  const schema = jsonSchema(response.node)?.target();
  if (!schema) throw new Error('The contract has no error body');
  return schema;
}

/** The first property of the error body whose type is this one. */
export function errorProperty(contract: Contract, type: string): Node {
  return first(
    errorBody(contract).follow('properties')?.children() ?? [],
    (node) => node.child('type')?.value === type,
  );
}

/** Renames a key of an object, and keeps its place. */
export function rename(object: Draft, from: string, to: string): void {
  const entries = Object.entries(object);
  for (const key of Object.keys(object)) delete object[key];
  for (const [key, value] of entries) object[key === from ? to : key] = value;
}

/** Renames the first path that the change applies to, and returns where it stands then. */
export function renameRoute(contract: Contract, change: (route: string) => string): Path {
  const paths = contract.root.child('paths');
  const { key } = first(paths?.children() ?? [], (path) => change(path.key) !== path.key);
  rename(draft(paths), key, change(key));
  return ['paths', change(key)];
}
