/** Finds out from the contract what can be stored: lists, the records in them, and what creates and changes records. */

import type { Operation } from '../contract.js';
import { isObject, type Json } from '../contract-checks.js';

/** A list of records that some operation changes. */
export interface Collection {
  /** Path template of the list; that of a record has one more segment, a parameter. */
  path: string;
  /** Name of the parameter that identifies a record. */
  parameter: string;
  /** Name of the field that identifies a row of the list. */
  idField: string;
  /** Names of all fields that a row can have. */
  rowFields: string[];
  /** The operation that reads a record: its schema is that of what is stored. */
  read: Operation;
  /** Where the runs of its records are, when they can be run. */
  runs?: Collection;
  /** Ids of the exports that the examples tell of, when its records can be exported. */
  exportIds?: ReadonlySet<string>;
  /** The records that the examples of the contract tell of, in the order of the list. */
  seeds: Seed[];
}

/** A record and its row in the list, which may tell less. */
export interface Seed {
  id: string;
  row: Json;
  record: Json;
}

/** What an operation does to a collection. */
export interface Action {
  kind:
    | 'list'
    | 'read'
    | 'create'
    | 'replace'
    | 'change'
    | 'remove'
    | 'run'
    | 'stop'
    | 'export'
    | 'readExport'
    | 'download';
  collection: Collection;
}

type Schema = { required?: string[]; properties?: Record<string, unknown> };

/** What the operations of a contract do; those that are absent have nothing to do with what is stored. */
export function readActions(operations: readonly Operation[]): ReadonlyMap<Operation, Action> {
  const find = (method: string, path: string) =>
    operations.find((one) => one.method.toLowerCase() === method && one.path === path);
  const collections = operations.flatMap((list): Collection[] => {
    const read = operations.find((one) => one.method.toLowerCase() === 'get' && parentOf(one.path) === list.path);
    const example = examplesOf(list)[0];
    if (list.method.toLowerCase() !== 'get' || !read || !isObject(example) || !Array.isArray(example.items)) return [];
    const rows = example.items.filter(isObject);
    const parameter = read.path.slice(list.path.length + 2, -1);
    const idField = rows[0] && findIdField(rows[0], parameter);
    if (idField === undefined) return [];
    const items = successSchema(list).properties?.items as { items?: Schema } | undefined;
    const rowFields = Object.keys(items?.items?.properties ?? {});
    return [{ path: list.path, parameter, idField, rowFields, read, seeds: readSeeds(rows, idField, read) }];
  });

  const actions = new Map<Operation, Action>();
  for (const collection of collections) {
    const { path, read } = collection;
    const writes: [Action['kind'], Operation | undefined][] = [
      ['create', find('post', path)],
      ['replace', find('put', read.path)],
      ['change', find('patch', read.path)],
      ['remove', find('delete', read.path)],
      ['stop', find('post', `${read.path}/stop`)],
      ['run', find('post', `${read.path}/run`)],
      ['export', find('post', `${read.path}/export`)],
      ['readExport', operations.find((one) => parentOf(one.path) === `${read.path}/export`)],
      [
        'download',
        operations.find(
          (one) =>
            parentOf(one.path.replace(/\/download$/, '')) === `${read.path}/export` && one.path.endsWith('/download'),
        ),
      ],
    ];
    const own = new Map<Operation, Action>();
    for (const [kind, operation] of writes) {
      if (!operation) continue;
      if (kind === 'run') {
        const runs = collections.find((one) => isSameRecord(operation, one.read));
        if (runs) collection.runs = runs;
      }
      if (kind === 'readExport') {
        const name = operation.path.slice(operation.path.lastIndexOf('{') + 1, -1);
        const ids = examplesOf(operation).map((one) => (isObject(one) ? one[name] : undefined));
        collection.exportIds = new Set(ids.filter((id) => typeof id === 'string'));
      }
      const isKnown =
        kind === 'run'
          ? collection.runs
          : ['remove', 'export', 'readExport', 'download'].includes(kind) || isSameRecord(operation, read);
      if (isKnown) own.set(operation, { kind, collection });
    }
    if (own.size === 0) continue;
    const list = find('get', path);
    if (list) own.set(list, { kind: 'list', collection });
    own.set(read, { kind: 'read', collection });
    for (const [operation, action] of own) actions.set(operation, action);
  }
  return actions;
}

/** The schema of the body of an operation's success. */
export function successSchema({ responses }: Operation): Schema {
  const success = responses.find(({ code }) => code.startsWith('2'));
  return (success?.contents?.[0]?.schema ?? {}) as Schema;
}

/** The path of the list that a path with a parameter at its end belongs to. */
function parentOf(path: string): string | undefined {
  return /^(.+)\/\{[^}/]+\}$/.exec(path)?.[1];
}

function isSameRecord(operation: Operation, read: Operation): boolean {
  const [one, other] = [successSchema(operation), successSchema(read)].map(({ required = [], properties = {} }) =>
    JSON.stringify([[...required].sort(), Object.keys(properties).sort()]),
  );
  return one === other;
}

function examplesOf({ responses }: Operation): unknown[] {
  const success = responses.find(({ code }) => code.startsWith('2'));
  return (success?.contents?.[0]?.examples ?? []).flatMap((example) => ('value' in example ? [example.value] : []));
}

/**
 * Pairs the rows of a list with the examples of its records. A row without an example is a record itself when it tells
 * all that a record has to.
 */
function readSeeds(rows: Json[], idField: string, read: Operation): Seed[] {
  const records = examplesOf(read).filter(isObject);
  const { required = [] } = successSchema(read);
  return rows.flatMap((row) => {
    const id = row[idField];
    if (typeof id !== 'string') return [];
    const record =
      records.find((one) => one[idField] === id) ??
      records.find((one) => !(idField in one) && isPart(one, row)) ??
      (required.every((name) => name in row) ? row : undefined);
    return record ? [{ id, row, record }] : [];
  });
}

/** The field that identifies a row: that of the parameter's name, else `id`, else the first that ends in `_id`. */
function findIdField(row: Json, parameter: string): string | undefined {
  return [parameter, 'id'].find((name) => name in row) ?? Object.keys(row).find((name) => name.endsWith('_id'));
}

/** Whether two objects have fields in common and agree in all of them. */
function isPart(one: Json, other: Json): boolean {
  const common = Object.keys(one).filter((name) => name in other);
  return common.length > 0 && common.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}
