/** Derives from the contract what can be stored: lists, their records, and the operations that create and change them. */
import { isJsonObject, type JsonObject, type Schema } from '../bundled/openapi.ts';
import type { Operation } from '../core/contract-types.ts';
import { encodeSegment } from '../http/router.ts';
import type { ExampleVersion, Export } from './entry.ts';

/** A list of records that operations can change. */
export interface Collection {
  /** The operation that lists the records. */
  list: Operation;
  /** Path template of the list; the template of a record has one more segment, a parameter. */
  path: string;
  /** Name of the path parameter that identifies a record. */
  parameter: string;
  /** Name of the property that identifies a row of the list. */
  idField: string;
  /** Names of all properties of a row. */
  rowFields: string[];
  /** The operation that reads a record; undefined for records that are only listed. */
  read: Operation | undefined;
  /** The schema of stored records. */
  schema: Schema;
  /** The collection that contains the runs of its records, if they can be run. */
  runs?: Collection;
  /** The collection whose records refer to records of this one and prevent their deletion. */
  users?: Collection;
  /** The collection whose records its records refer to, with their current names. */
  catalogue?: Collection;
  /** The operation that lists the groups that the list is part of, if there is one. */
  groups?: Groups;
  /** The history of its records, if an operation lists it. */
  history?: History;
  /** The records of the contract's examples, in the order of the list. */
  seeds: Seed[];
}

/** The history of records. */
export interface History {
  /** Names of the record's properties that entries contain. */
  properties: string[];
  /** The entries of the examples without duplicates, newest first for each record. */
  seeds: JsonObject[];
}

/** Groups of records, such as namespaces of client storage. A group exists while it has records. */
export interface Groups {
  list: Operation;
  /** Name of the path parameter and of the property that identify a group. */
  parameter: string;
  /** The groups of the examples and of their records. */
  names: readonly string[];
}

/** A record of the examples and its row in the list, which may have fewer properties. */
export interface Seed {
  id: string;
  row: JsonObject;
  record: JsonObject;
  /** Present if the examples of its operation have an entity tag. */
  example?: ExampleVersion;
  /** The exports of a view, oldest first. */
  exports?: Export[];
}

/** What an operation can do with the records of a collection. */
export type ActionName =
  | 'list'
  | 'read'
  | 'create'
  | 'replace'
  | 'change'
  | 'changeAll'
  | 'changeObjects'
  | 'ingest'
  | 'listHistory'
  | 'remove'
  | 'run'
  | 'stop'
  | 'rotate'
  | 'replay'
  | 'export'
  | 'readExport'
  | 'listExports'
  | 'download'
  | 'listGroups';

/** What an operation does with a collection. */
export interface Action {
  name: ActionName;
  collection: Collection;
}

/** Actions whose operations don't have to return the record. */
const ACTIONS_WITHOUT_RECORD = new Set<ActionName>([
  'changeAll',
  'ingest',
  'listHistory',
  'remove',
  'export',
  'readExport',
  'listExports',
  'download',
]);

/** Finds the lists of a contract whose records can be stored. */
export function findCollections(operations: readonly Operation[]): Collection[] {
  const collections = operations.flatMap((operation) => findCollection(operation, operations) ?? []);
  for (const collection of collections) addRuns(collection, collections, operations);
  return collections;
}

/** Returns the actions of the operations of a contract; operations that aren't about stored records have none. */
export function findActions(
  operations: readonly Operation[],
  collections: readonly Collection[],
): ReadonlyMap<Operation, Action> {
  const actions = new Map<Operation, Action>();
  for (const collection of collections) {
    const changes = findChanges(collection, operations).filter(([name, operation]) =>
      name === 'run'
        ? collection.runs !== undefined
        : ACTIONS_WITHOUT_RECORD.has(name) || hasSameRecord(operation, collection.schema) || returnsSecret(operation),
    );
    for (const [name, operation] of changes) actions.set(operation, { name, collection });
    actions.set(collection.list, { name: 'list', collection });
    if (collection.read) actions.set(collection.read, { name: 'read', collection });
    if (collection.groups) actions.set(collection.groups.list, { name: 'listGroups', collection });
  }
  // Its records are in several lists, of which this is the first.
  const batch = operations.find(({ iid }) => iid === 'updateObjects');
  const collection = collections.find(({ list }) => list.iid === 'listAgents');
  if (batch && collection) actions.set(batch, { name: 'changeObjects', collection });
  return actions;
}

/** The lists of complete records that can't be read one by one. */
const ONLY_LISTED = new Set(['listChanges']);

/** Returns the collection that an operation lists; undefined when its rows aren't records that can be stored. */
function findCollection(list: Operation, operations: readonly Operation[]): Collection | undefined {
  if (list.method.toLowerCase() !== 'get') return undefined;
  const read = operations.find(({ method, path }) => method.toLowerCase() === 'get' && getListPath(path) === list.path);
  const example = listSuccessExamples(list)[0];
  if (!read && !ONLY_LISTED.has(list.iid)) return undefined;
  if (!isJsonObject(example) || !Array.isArray(example.items)) return undefined;
  const rows = example.items.filter(isJsonObject);
  const parameter = read ? read.path.slice(list.path.length + 2, -1) : '';
  const idField = rows[0] && findIdField(rows[0], parameter);
  if (idField === undefined) return undefined;
  const rowSchema = getSuccessSchema(list).properties?.items?.items ?? {};
  const rowFields = Object.keys(rowSchema.properties ?? {});
  const schema = read ? getSuccessSchema(read) : rowSchema;
  const collection = {
    list,
    path: list.path,
    parameter,
    idField,
    rowFields,
    read,
    schema,
    seeds: withExports(createSeeds(rows, idField, schema, read), list.path, listExampleExports(read, operations)),
  };
  const groups = findGroups(list, operations);
  const history = read && findOperation(operations, 'get', `${read.path}/history`);
  return {
    ...collection,
    ...(groups && { groups }),
    ...(history && { history: readHistory(history) }),
  };
}

/** Reads the history of records from the operation that lists it. */
function readHistory(operation: Operation): History {
  const { after } = getSuccessSchema(operation).properties?.items?.items?.properties ?? {};
  const rows = listSuccessExamples(operation).flatMap(getRows);
  const seeds = new Map(rows.map((row) => [row.history_entry_id, row]));
  return { properties: Object.keys(after?.properties ?? {}), seeds: [...seeds.values()] };
}

/** Returns the rows of a page. */
export function getRows(page: unknown): JsonObject[] {
  return isJsonObject(page) && Array.isArray(page.items) ? page.items.filter(isJsonObject) : [];
}

/** Returns the groups that a list belongs to: those that the operation on its parent path lists. */
function findGroups({ path }: Operation, operations: readonly Operation[]): Groups | undefined {
  const above = getListPath(path);
  const list = above === undefined ? undefined : findOperation(operations, 'get', above);
  const example = list && listSuccessExamples(list)[0];
  if (!list || !isJsonObject(example) || !Array.isArray(example.items)) return undefined;
  const parameter = path.slice(path.lastIndexOf('{') + 1, -1);
  const names = example.items.flatMap((row) => (isJsonObject(row) ? row[parameter] : undefined));
  return { list, parameter, names: names.filter((name) => typeof name === 'string') };
}

/** Sets the collection of runs if an operation runs records. */
function addRuns(collection: Collection, collections: Collection[], operations: readonly Operation[]): void {
  const run = collection.read && findOperation(operations, 'post', `${collection.read.path}/run`);
  const runs = run && collections.find(({ schema }) => hasSameRecord(run, schema));
  if (runs) collection.runs = runs;
  // Attached evaluations can be run.
  const evaluations = runs && collections.find(({ path }) => path.startsWith('/eval/evaluations/'));
  if (!evaluations) return;
  evaluations.users = collection;
  collection.catalogue = evaluations;
}

/** Finds the operations that change the records of a collection, or export them. */
function findChanges(
  { path, read }: Collection,
  operations: readonly Operation[],
): (readonly [ActionName, Operation])[] {
  if (!read) return [];
  const find = (method: string, template: string) => findOperation(operations, method, template);
  const changes: Partial<Record<ActionName, Operation | undefined>> = {
    create: find('post', path),
    ...(isIngestion(find('post', path)) && { ingest: find('post', path) }),
    replace: find('put', read.path),
    change: find('patch', read.path),
    changeAll: find('patch', path),
    listHistory: find('get', `${read.path}/history`),
    remove: find('delete', read.path),
    stop: find('post', `${read.path}/stop`),
    rotate: find('post', `${read.path}/rotate`),
    replay: find('post', `${read.path}/replay`),
    run: find('post', `${read.path}/run`),
    export: find('post', `${read.path}/export`),
    readExport: findExportOperation(read, operations),
    listExports: find('get', `${read.path}/exports`),
    download: operations.find(
      (operation) =>
        operation.path.endsWith('/download') &&
        getListPath(operation.path.slice(0, -'/download'.length)) === `${read.path}/export`,
    ),
  };
  return Object.entries(changes).flatMap(([name, operation]) => (operation ? [[name as ActionName, operation]] : []));
}

/** Returns whether an operation stores a batch of records. */
function isIngestion(operation: Operation | undefined): boolean {
  return operation !== undefined && 'stored_count' in (getSuccessSchema(operation).properties ?? {});
}

function findExportOperation(read: Operation, operations: readonly Operation[]): Operation | undefined {
  return operations.find(({ path }) => getListPath(path) === `${read.path}/export`);
}

/** Adds the exports of the examples to their views. */
function withExports(views: Seed[], listPath: string, exports: readonly JsonObject[]): Seed[] {
  return views.map((view) => {
    const own = exports.filter(({ view_id }) => view_id === view.id);
    const toExport = (record: JsonObject): Export => ({
      record,
      path: toFilePath(listPath, view.id, String(record.export_workflow_id)),
    });
    return own.length > 0 ? { ...view, exports: own.map(toExport).sort(byStart) } : view;
  });
}

function byStart(a: Export, b: Export): number {
  return Date.parse(String(a.record.created_at)) - Date.parse(String(b.record.created_at));
}

/** Lists the exports of the examples in their first states; none if records can't be exported. */
function listExampleExports(read: Operation | undefined, operations: readonly Operation[]): JsonObject[] {
  const operation = read && findExportOperation(read, operations);
  if (!operation) return [];
  const examples = listSuccessExamples(operation).filter(isJsonObject);
  const ids = examples.map(({ export_workflow_id: id }) => id);
  return examples.filter(({ export_workflow_id: id }, index) => ids.indexOf(id) === index);
}

function findOperation(operations: readonly Operation[], method: string, path: string): Operation | undefined {
  return operations.find((operation) => operation.method.toLowerCase() === method && operation.path === path);
}

/** Returns the schema of the body of an operation's successful response. */
export function getSuccessSchema({ responses }: Operation): Schema {
  const success = responses.find(({ code }) => code.startsWith('2'));
  return (success?.contents?.[0]?.schema ?? {}) as Schema;
}

/** Returns the path of the list that a path with a trailing parameter belongs to. */
function getListPath(path: string): string | undefined {
  return /^(.+)\/\{[^}/]+\}$/.exec(path)?.[1];
}

/** Returns whether an operation returns records of a schema. */
function hasSameRecord(operation: Operation, schema: Schema): boolean {
  const [own, expected] = [getSuccessSchema(operation), schema].map(({ required = [], properties = {} }) =>
    JSON.stringify([[...required].sort(), Object.keys(properties).sort()]),
  );
  return own === expected;
}

/** Returns whether the response of an operation is a record and its secret, which no other response contains. */
export function returnsSecret(operation: Operation): boolean {
  return 'secret' in (getSuccessSchema(operation).properties ?? {});
}

/** Lists the examples of the body of an operation's successful response. */
export function listSuccessExamples({ responses }: Operation): unknown[] {
  const success = responses.find(({ code }) => code.startsWith('2'));
  return (success?.contents?.[0]?.examples ?? []).flatMap((example) => ('value' in example ? [example.value] : []));
}

/**
 * Pairs the rows of a list with the examples of its records. A row without an example is a record if it has all
 * required properties.
 */
function createSeeds(rows: JsonObject[], idField: string, schema: Schema, read: Operation | undefined): Seed[] {
  const records = read ? listSuccessExamples(read).filter(isJsonObject) : [];
  const { required = [] } = schema;
  const entityTag = read && findExampleTag(read);
  return rows.flatMap((row) => {
    const id = row[idField];
    if (typeof id !== 'string') return [];
    const record =
      // For an interaction, the example with its content.
      records.find((candidate) => candidate[idField] === id && candidate.input_messages) ??
      records.find((candidate) => candidate[idField] === id) ??
      records.find((candidate) => !(idField in candidate) && agrees(candidate, row)) ??
      (required.every((name) => name in row) ? row : undefined);
    if (!record) return [];
    return [
      // Lists share records until they change them.
      {
        id,
        row,
        record: Object.freeze({ ...record }),
        ...(entityTag !== undefined && { example: { entityTag, record: JSON.stringify(record) } }),
      },
    ];
  });
}

/** Returns the entity tag of an operation's example. */
function findExampleTag({ responses }: Operation): string | undefined {
  const success = responses.find(({ code }) => code.startsWith('2'));
  const example = success?.headers?.find(({ name }) => name === 'ETag')?.examples?.[0];
  return example && 'value' in example ? String(example.value) : undefined;
}

/**
 * Returns the property that identifies a row: the one with the name of the parameter, otherwise `id`, otherwise the first one that
 * ends in `_id`.
 */
function findIdField(row: JsonObject, parameter: string): string | undefined {
  return [parameter, 'id'].find((name) => name in row) ?? Object.keys(row).find((name) => name.endsWith('_id'));
}

/** Returns whether a record and a row have common properties, and all of them have the same values. */
function agrees(record: JsonObject, row: JsonObject): boolean {
  const common = Object.keys(record).filter((name) => name in row);
  return common.length > 0 && common.every((name) => JSON.stringify(record[name]) === JSON.stringify(row[name]));
}

/** Returns the path of the file of an export, without the base path. */
export function toFilePath(listPath: string, viewId: string, id: string): string {
  return `${listPath}/${encodeSegment(viewId)}/export/${encodeSegment(id)}/download`;
}
