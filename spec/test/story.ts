import { type JsonObject, type Operation, operations, propertiesOf } from './contract.ts';
import { answers, type Example, recordsIn } from './examples.ts';

/** When the story takes place. */
export const NOW = '2026-11-18T09:30:00Z';

/** A kind of records, as the operations of the contract tell it: `Agent`, `EvaluationRun` … */
export interface Kind {
  name: string;
  /** The path of its list. */
  collection: string;
  /** The field that identifies its records. */
  idField: string;
  /** The operation that shows one record, or the list where there is none. */
  shownBy: Operation;
  /** The operation that lists them, where there is one. */
  listedBy: Operation | undefined;
  /** Names under which others refer to it: `agent_id`, `run_id` … */
  references: string[];
  /** Schemas of its records in answers. */
  schemas: (string | undefined)[];
}

const snakeCase = (name: string) => name.replaceAll(/\B[A-Z]/g, '_$&').toLowerCase();
export const pascalCase = (name: string) => name.replaceAll(/(?:^|[_\s-])(\w)/g, (_, letter) => letter.toUpperCase());

/** The path parameter that an operation's path ends with, when it is an identifier. */
function lastIdentifier({ path, parameters }: Operation): string | undefined {
  const name = path.match(/\{(\w+)\}$/)?.[1];
  const schema = parameters.find((parameter) => parameter.name === name)?.schema as JsonObject | undefined;
  return String(schema?.$ref).endsWith('/Id') ? name : undefined;
}

/** The schema of the records that an answer shows: of the items of a page, or of the answer itself. */
function recordSchema({ schema }: Example): string | undefined {
  const items = propertiesOf(schema).items?.items as JsonObject | undefined;
  return (items?.$ref ?? schema.$ref) as string | undefined;
}

const answersOf = (operation: Operation | undefined) => answers.filter((example) => example.operation === operation);

function kindOf(name: string, collection: string, shownBy: Operation): Kind {
  const listedBy = operations.find(({ method, path }) => method === 'get' && path === collection);
  const shown = answersOf(shownBy);
  // The first field of a record identifies it.
  const idField = Object.keys(shown.flatMap(recordsIn)[0] ?? { id: '' })[0] ?? 'id';
  const references = [`${snakeCase(name)}_id`, idField, lastIdentifier(shownBy) ?? 'id'];
  return {
    name,
    collection,
    idField,
    shownBy,
    listedBy,
    references: references.filter((reference) => reference !== 'id'),
    schemas: [...shown, ...answersOf(listedBy)].map(recordSchema),
  };
}

const kindsWithGet = operations
  .filter(({ id }) => id.startsWith('get'))
  .filter((operation) => !['workspace_id', undefined].includes(lastIdentifier(operation)))
  .map((operation) =>
    kindOf(operation.id.replace(/^get/, ''), operation.path.slice(0, operation.path.lastIndexOf('/')), operation),
  );

/** Lists below a record whose items have no operation of their own, such as the results of a run. */
const kindsWithListOnly = operations
  .filter(({ id, path }) => id.startsWith('list') && path.endsWith('}/results'))
  .map((operation) => kindOf(operation.id.replace(/^list(.*)s$/, '$1'), operation.path, operation));

export const kinds: Kind[] = [...kindsWithGet, ...kindsWithListOnly];

export function kind(name: string): Kind {
  const found = kinds.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`The contract has no operation that shows a ${name}.`);
  return found;
}

/** One appearance of a whole record in an answer. */
export interface Appearance {
  kind: Kind;
  id: string;
  example: Example;
  record: JsonObject;
}

/** All appearances of whole records: in gets, in lists and in the answers to writes. */
export const appearances: Appearance[] = answers.flatMap((example) => {
  const shown = kinds.find(({ schemas }) => schemas.includes(recordSchema(example)));
  if (!shown) return [];
  return recordsIn(example).map((record) => ({ kind: shown, id: record[shown.idField] as string, example, record }));
});

const byKind = new Map(
  kinds.map((one) => {
    const shown = appearances.filter((appearance) => appearance.example.operation === one.shownBy);
    // Later examples of the same record show another state of it.
    return [one.name, new Map(shown.reverse().map(({ id, record }) => [id, record]))];
  }),
);

/** The records of a kind by their identifiers, as the operation for one record shows them first. */
export const recordsOf = (name: string): Map<string, JsonObject> => byKind.get(kind(name).name) ?? new Map();

/** The records of a kind with the fields that a test reads. */
export const all = <T = JsonObject>(name: string): T[] => [...recordsOf(name).values()] as T[];

const NODE_KINDS = kinds.filter(({ idField }) => idField === 'aispm_object_id');

/**
 * The kinds that a field with an identifier may refer to. The longest name that fits decides, so that
 * `latest_scored_run_id` is a run and `agent_evaluation_id` is no evaluation of the catalogue.
 */
export function kindsReferredTo(field: string, owner: JsonObject): Kind[] {
  if (field === 'aispm_object_id')
    return owner.object_type ? [kind(pascalCase(owner.object_type as string))] : NODE_KINDS;
  const name = field.replace(/_ids$/, '_id');
  const fits = (reference: string) => name === reference || name.endsWith(`_${reference}`);
  const longest = (one: Kind) => Math.max(0, ...one.references.filter(fits).map(({ length }) => length));
  const best = Math.max(...kinds.map(longest));
  return best === 0 ? [] : kinds.filter((one) => longest(one) === best);
}

/** The record that an identifier leads to. */
export function lookUp(candidates: Kind[], id: string): JsonObject | undefined {
  return candidates.map(({ name }) => recordsOf(name).get(id)).find((record) => record !== undefined);
}
