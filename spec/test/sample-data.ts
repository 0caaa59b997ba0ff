import { type JsonObject, type Operation, type Schema, schemaProperties } from '@aispm/openapi';
import { contract, operations } from './contract.ts';
import { type Example, listRecords, responseExamples } from './examples.ts';

/** The current time in the sample data. */
export const NOW = '2026-11-18T09:30:00Z';

/** A type of records, derived from the operations of the contract: `Agent`, `EvaluationRun` and so on. */
export interface RecordType {
  name: string;
  /** The path of its list. */
  collection: string;
  /** The field that identifies its records. */
  idField: string;
  /** The operation that returns one record; the list where there's no such operation. */
  getOperation: Operation;
  listOperation: Operation | undefined;
  /** Names of fields and parameters that refer to it: `agent_id`, `run_id` and so on. */
  referenceNames: string[];
  /** Schemas of its records in responses, as references. */
  schemas: (string | undefined)[];
}

const toSnakeCase = (name: string) => name.replaceAll(/\B[A-Z]/g, '_$&').toLowerCase();
export const toPascalCase = (name: string) => name.replaceAll(/(?:^|[_\s-])(\w)/g, (_, letter) => letter.toUpperCase());

/** Returns the path parameter at the end of a path if it's an identifier. */
function lastIdentifier({ path, parameters }: Operation): string | undefined {
  const name = path.match(/\{(\w+)\}$/)?.[1];
  const schema = parameters.find((parameter) => parameter.name === name)?.schema;
  return schema?.$ref?.endsWith('/Id') ? name : undefined;
}

/** Returns the schema of the records that a response shows: of the items of a page, or of the response itself. */
function recordSchema({ schema }: Example): string | undefined {
  const items: Schema | undefined = schemaProperties(contract, schema).items?.items;
  return items?.$ref ?? schema.$ref;
}

function toRecordType(name: string, collection: string, getOperation: Operation): RecordType {
  const listOperation = operations.find(({ method, path }) => method === 'get' && path === collection);
  const shown = responseExamples.filter(({ operation }) => operation === getOperation);
  const listed = responseExamples.filter(({ operation }) => operation === listOperation);
  // The first field of a record identifies it.
  const idField = Object.keys(shown.flatMap(listRecords)[0] ?? { id: '' })[0] ?? 'id';
  const referenceNames = [`${toSnakeCase(name)}_id`, idField, lastIdentifier(getOperation) ?? 'id'];
  return {
    name,
    collection,
    idField,
    getOperation,
    listOperation,
    referenceNames: referenceNames.filter((referenceName) => referenceName !== 'id'),
    schemas: [...shown, ...listed].map(recordSchema),
  };
}

/** The operation that returns a part of the graph, which isn't a record: its parameter accepts objects of all types. */
const GRAPH_OPERATION = 'getNeighbourhood';

const typesWithGet = operations
  .filter(({ operationId }) => operationId.startsWith('get') && operationId !== GRAPH_OPERATION)
  .filter((operation) => !['workspace_id', undefined].includes(lastIdentifier(operation)))
  .map((operation) =>
    toRecordType(
      operation.operationId.replace(/^get/, ''),
      operation.path.slice(0, operation.path.lastIndexOf('/')),
      operation,
    ),
  );

/**
 * Lists whose items don't have their own operation: those below a record, such as the results of a run and the history of an
 * issue, and those of a workspace of which there's no single record yet.
 */
const typesWithListOnly = operations
  .filter(
    ({ operationId, path }) => operationId.startsWith('list') && /\}\/(results|history)$|\{workspace_id\}$/.test(path),
  )
  // A result of a search is no record, and what it contains of one depends on the text.
  .filter(({ operationId }) => operationId !== 'listSearchResults')
  .filter(({ path }) => !typesWithGet.some(({ collection }) => collection === path))
  .map((operation) => toRecordType(operation.operationId.replace(/^list(.*?)s?$/, '$1'), operation.path, operation));

export const recordTypes: RecordType[] = [...typesWithGet, ...typesWithListOnly];

/** Returns whether a type has the records of another type in another format, such as assets in tables. */
export const isVariant = ({ name }: RecordType): boolean => recordTypes.some((other) => name === `Aispm${other.name}`);

export function findRecordType(name: string): RecordType {
  const found = recordTypes.find((type) => type.name === name);
  if (!found) throw new Error(`The contract has no operation that returns a ${name}. Correct the name in the test.`);
  return found;
}

/** One appearance of a complete record in a response. */
export interface Appearance {
  type: RecordType;
  id: string;
  example: Example;
  record: JsonObject;
}

/** All appearances of complete records: in responses to get, list and write operations. */
export const appearances: Appearance[] = responseExamples.flatMap((example) => {
  const type = recordTypes.find(({ schemas }) => schemas.includes(recordSchema(example)));
  if (!type) return [];
  return listRecords(example).map((record) => ({ type, id: record[type.idField] as string, example, record }));
});

const recordsByType = new Map(
  recordTypes.map((type) => {
    const shown = appearances.filter(({ example }) => example.operation === type.getOperation);
    // Later examples of the same record show another state of it.
    return [type.name, new Map(shown.reverse().map(({ id, record }) => [id, record]))];
  }),
);

/** Returns the records of a type by their identifiers, in the state that the operation for one record shows first. */
export const recordsById = (typeName: string): Map<string, JsonObject> =>
  recordsByType.get(findRecordType(typeName).name) ?? new Map();

/** Returns one record with the fields that a test reads. */
export const getRecord = <T = JsonObject>(typeName: string, id: string): T | undefined =>
  recordsById(typeName).get(id) as T | undefined;

/** Lists the records of a type with the fields that a test reads. */
export const listAll = <T = JsonObject>(typeName: string): T[] => [...recordsById(typeName).values()] as T[];

/** The types of nodes of the graph that share the node fields. */
export const nodeTypes = recordTypes.filter(({ idField }) => idField === 'aispm_object_id');

/** The types of objects of the graph. */
const objectTypes = recordTypes.filter(({ idField }) =>
  ['aispm_object_id', 'asset_id', 'location_id'].includes(idField),
);

/** Lists the types that an identifier in a path may refer to. */
export function typesInPath({ operationId, path }: Operation, parameter: string): RecordType[] {
  if (operationId === GRAPH_OPERATION && parameter === 'id') return objectTypes;
  const collection = path.slice(0, path.indexOf(`/{${parameter}}`));
  return recordTypes.filter((type) => type.collection === collection);
}

/**
 * Lists the types that a field with an identifier may refer to. The longest matching name decides, so that
 * `latest_scored_run_id` is a run and `agent_evaluation_id` isn't an evaluation of the catalogue.
 */
export function referencedTypes(field: string, owner: JsonObject): RecordType[] {
  if (field === 'aispm_object_id')
    return owner.object_type ? [findRecordType(toPascalCase(owner.object_type as string))] : nodeTypes;
  if (['root_id', 'from_id', 'to_id', 'target_id'].includes(field)) return objectTypes;
  // An entry of the audit log and a change may be about any record.
  if (field === 'object_ids' || field === 'subject_id') return recordTypes;
  if (field === 'based_on') return [findRecordType('Evaluation')];
  const name = field.replace(/_ids$/, '_id');
  const matches = (referenceName: string) => name === referenceName || name.endsWith(`_${referenceName}`);
  const longestMatch = (type: RecordType) =>
    Math.max(0, ...type.referenceNames.filter(matches).map(({ length }) => length));
  const longest = Math.max(...recordTypes.map(longestMatch));
  return longest === 0 ? [] : recordTypes.filter((type) => longestMatch(type) === longest);
}

/** Returns the record of one of some types that has an identifier. */
export function findRecord(types: RecordType[], id: string): JsonObject | undefined {
  return types.map(({ name }) => recordsById(name).get(id)).find((record) => record !== undefined);
}
