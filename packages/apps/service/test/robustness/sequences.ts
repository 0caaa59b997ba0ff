/** Random sequences of requests: valid ones, those that vary what the contract allows, and those with mistakes. */
import { PROTOTYPE_NAMES } from '@aispm/openapi';
import fc from '@aispm/testing/properties';
import { BASE_PATH, resolve, type Schema } from '../../src/platform/contract/contract.ts';
import { TEXTS } from '../attacks/texts.ts';
import { EXAMPLE_BODIES } from '../contract-examples.ts';
import {
  HEADERS as ALL_HEADERS,
  draftExample,
  operations,
  PARAMETER_EXAMPLES,
  type RequestDraft,
  toRequest,
  withHeader,
} from './requests.ts';
import type { Received, UnexpectedRequest } from './send.ts';

export const SEQUENCE_LENGTH = 250;

/** What a client may vary. */
const VARIATIONS = ['id', 'foreign-id', 'example', 'value', 'item', 'query', 'cursor', 'key', 'version'] as const;
const MISTAKES = [
  'query',
  'foreign-query',
  'repeated',
  'path',
  'header',
  'foreign-body',
  'member',
  'cut-body',
] as const;

/** A change of a request. The numbers select what it affects. */
interface Change<Kind> {
  kind: Kind;
  first: number;
  second: number;
  text: string;
}

/** A request of a sequence. */
export interface Step {
  operation: RequestDraft['operation'];
  /** Selects the record that a request deletes. */
  index: number;
  variations: Change<(typeof VARIATIONS)[number]>[];
  mistakes: Change<(typeof MISTAKES)[number]>[];
}

const BODIES = [...EXAMPLE_BODIES.values()].flat();
const HEADERS = [
  ...PARAMETER_EXAMPLES.filter((example) => example.in === 'header').map(({ name, value }) => [name, value] as const),
  // A request without its key would only be rejected.
  ...ALL_HEADERS.filter(([name]) => name !== 'Authorization'),
  ...['text/html', 'application/xml', 'image/*', 'application/json;q=0'].map((types) => ['Accept', types] as const),
];
const QUERY_NAMES = [
  ...new Set(PARAMETER_EXAMPLES.filter((example) => example.in === 'query').map(({ name }) => name)),
  ...PROTOTYPE_NAMES,
];
/** Few, so that they are used again. */
const KEYS = ['first', 'second', 'third'];
const TIMESTAMPS = [
  '2020-01-01T00:00:00Z',
  '2026-11-18T00:00:00Z',
  '2026-11-18T01:00:00+02:00',
  '2026-11-19T00:00:00Z',
  '2099-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
];
/** Values in the place of any other. */
const EDGES: readonly unknown[] = [
  null,
  '',
  0,
  -1,
  1e21,
  true,
  false,
  [],
  {},
  [null],
  { constructor: 'x' },
  ...TIMESTAMPS,
];

/** Values of parameters and of members of bodies. */
const text = fc.oneof(
  fc.constantFrom(...PARAMETER_EXAMPLES.map(({ value }) => value)),
  fc.constantFrom(...TEXTS.filter((candidate) => candidate.length < 1_000)),
  fc.constantFrom(
    ...['', ' ', '0', '-1', '1e0', '1.5', '2147483648', '9007199254740993', 'null', 'true', '[object Object]'],
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

function changes<Kind extends string>(kinds: readonly Kind[]): fc.Arbitrary<Change<Kind>> {
  return fc.record({ kind: fc.constantFrom(...kinds), first: fc.nat(), second: fc.nat(), text });
}

/** Without the bias of fast-check towards small numbers, which would select the first of every list. */
const sequence: fc.Arbitrary<Step[]> = fc.noBias(
  fc.array(
    fc.record({
      operation: fc.constantFrom(...operations),
      index: fc.nat(),
      variations: fc.array(changes(VARIATIONS), { maxLength: 3 }),
      // Most requests are valid: others don't get far.
      mistakes: fc.oneof(
        { weight: 2, arbitrary: fc.constant<Step['mistakes']>([]) },
        { weight: 1, arbitrary: fc.array(changes(MISTAKES), { minLength: 1, maxLength: 2 }) },
      ),
    }),
    { minLength: SEQUENCE_LENGTH, maxLength: SEQUENCE_LENGTH },
  ),
);

/** Returns sequences that differ from each other. */
export function sampleSequences(count: number): Step[][] {
  return fc.sample(sequence, count);
}

function pick<T>(values: readonly T[], index: number): T | undefined {
  return values[index % values.length];
}

/** Matches the parameters of workspaces and of client storage, which name no record. */
const SCOPE = /^(tenant_id|workspace_id|client_id|namespace)$/;

/** Number of values of each kind that later requests use. */
const MAX_REMEMBERED = 50;

/** What earlier responses contained: later requests use it. */
export class Memory {
  readonly #values = new Map<string, string[]>();

  remember({ status, headers, body }: Received, { operationId, path }: UnexpectedRequest): void {
    if (headers.etag !== undefined) this.#add(`version ${path}`, headers.etag);
    const { cursor, ...record } = (body ?? {}) as Record<string, unknown>;
    if (typeof cursor === 'string' && cursor !== '') this.#add(`cursor ${operationId}`, cursor);
    if (status !== 201 && status !== 202) return;
    const [, id] = Object.entries(record).find(([name]) => /(^|_)id$/.test(name)) ?? [];
    if (typeof id === 'string') this.#add('id', id);
    const { pathname } = new URL(headers.location ?? '/', 'http://localhost');
    const end = pathname.lastIndexOf('/');
    this.#add(`id ${pathname.slice(BASE_PATH.length, end)}`, decodeURIComponent(pathname.slice(end + 1)));
  }

  /** Returns one of the values of a kind; undefined when there's none. */
  recall(kind: string, index: number): string | undefined {
    return pick(this.#values.get(kind) ?? [], index);
  }

  #add(kind: string, value: string): void {
    const values = this.#values.get(kind) ?? [];
    this.#values.set(kind, [...values.slice(1 - MAX_REMEMBERED), value]);
  }
}

/** Composes each request when it's sent, with what was remembered until then. */
export function* composeAll(steps: readonly Step[], memory: Memory, token: string): Generator<UnexpectedRequest> {
  for (const step of steps) yield toRequest(compose(step, memory), token);
}

function compose({ operation, index, variations, mistakes }: Step, memory: Memory): RequestDraft {
  const example = draftExample(operation);
  // The records of the examples stay: without them, later requests would find nothing.
  const first = operation.method === 'DELETE' ? withCreated(example, memory, index, NOBODYS_ID) : example;
  const varied = variations.reduce((draft, change) => vary(draft, change, memory), first);
  return mistakes.reduce(makeMistake, varied);
}

const NOBODYS_ID = '00000000-0000-4000-8000-000000000000';

/** Names records that earlier requests have created, as far as there are any. */
function withCreated(draft: RequestDraft, memory: Memory, index: number, otherwise?: string): RequestDraft {
  const { operation } = draft;
  const path = { ...draft.path };
  for (const name of Object.keys(path).filter((one) => !SCOPE.test(one))) {
    const collection = operation.path.slice(0, operation.path.indexOf(`/{${name}}`));
    path[name] = memory.recall(`id ${fillPath(collection, path)}`, index) ?? otherwise ?? path[name] ?? '';
  }
  return { ...draft, path };
}

function vary(draft: RequestDraft, { kind, first, second }: Step['variations'][number], memory: Memory): RequestDraft {
  const { operation, path, body } = draft;
  const { operationId, parameters } = operation;
  const setQuery = (name: string, value: string | undefined): RequestDraft =>
    value === undefined
      ? draft
      : { ...draft, query: [...draft.query.filter(([other]) => other !== name), [name, value]] };
  const declares = (name: string) => parameters.some((parameter) => parameter.name === name);
  switch (kind) {
    case 'id':
      return withCreated(draft, memory, first);
    case 'foreign-id': {
      const name = Object.keys(path).findLast((one) => !SCOPE.test(one));
      const id = memory.recall('id', first);
      return id === undefined || name === undefined ? draft : { ...draft, path: { ...path, [name]: id } };
    }
    case 'example':
      return body === undefined
        ? draft
        : { ...draft, body: JSON.stringify(pick(EXAMPLE_BODIES.get(operationId) ?? [], first)) };
    case 'value':
    case 'item':
      return body === undefined
        ? draft
        : { ...draft, body: JSON.stringify(changeValue(JSON.parse(body), kind, first, second)) };
    case 'query': {
      const parameter = pick(
        parameters.filter((one) => one.in === 'query'),
        first,
      );
      return parameter ? setQuery(parameter.name, pick(listValues(parameter.name, parameter.schema), second)) : draft;
    }
    case 'cursor':
      return declares('cursor') ? setQuery('cursor', memory.recall(`cursor ${operationId}`, first)) : draft;
    case 'key':
      return declares('Idempotency-Key') ? withHeader(draft, 'Idempotency-Key', pick(KEYS, first) ?? '') : draft;
    case 'version': {
      const known = memory.recall(`version ${fillPath(operation.path, path)}`, first) ?? '"0"';
      return declares('If-Match')
        ? withHeader(draft, 'If-Match', pick([known, `"0", ${known}`, '*', '"0"'], second) ?? '')
        : draft;
    }
  }
}

function fillPath(template: string, path: RequestDraft['path']): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
}

/** Lists values of a query parameter: its examples, its choices, and the ends of its range. */
function listValues(name: string, schema: Schema): string[] {
  const {
    type,
    enum: choices = [],
    minimum,
    maximum,
    items,
  } = schema as Schema & { minimum?: number; maximum?: number };
  const examples = PARAMETER_EXAMPLES.filter((example) => example.name === name).map(({ value }) => value);
  return [
    ...examples,
    ...choices.map(String),
    ...(resolve<Schema>(items ?? {}).enum ?? []).map(String),
    ...(type === 'boolean' ? ['true', 'false'] : []),
    ...[minimum, maximum].flatMap((end) => (end === undefined ? [] : [String(end)])),
    ...(/_(time|since|at|before)$/.test(name) ? TIMESTAMPS : []),
    ...(type === 'string' && choices.length === 0 ? ['(', 'a'] : []),
  ];
}

/** Replaces one value of a body by another, repeats an item of a list, or empties it. */
function changeValue(body: unknown, kind: 'value' | 'item', first: number, second: number): unknown {
  const places = listPlaces(body);
  const chosen = kind === 'item' ? places.filter(({ holder }) => Array.isArray(holder)) : places;
  const place = pick(chosen, first);
  if (!place) return body;
  const { holder, key } = place;
  if (!Array.isArray(holder)) holder[key] = pick([...findValues(key), ...EDGES], second);
  else if (kind === 'value') holder[Number(key)] = pick(EDGES, second);
  else if (second % 2 === 0) holder.push(holder[Number(key)]);
  else holder.length = 0;
  return body;
}

interface Place {
  holder: Record<string, unknown> | unknown[];
  key: string;
}

/** Lists all places of a value that have another value. */
function listPlaces(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown> | unknown[];
  return Object.entries(holder).flatMap(([key, inner]) => [{ holder, key }, ...listPlaces(inner)]);
}

/** Values of a member in all examples, by its name. */
const valuesByName = new Map<string, unknown[]>();

function findValues(name: string): unknown[] {
  const known = valuesByName.get(name);
  if (known) return known;
  const found = BODIES.flatMap(listPlaces).flatMap(({ holder, key }) =>
    key === name && !Array.isArray(holder) ? [holder[key]] : [],
  );
  valuesByName.set(name, found);
  return found;
}

function makeMistake(
  draft: RequestDraft,
  { kind, first, second, text: value }: Step['mistakes'][number],
): RequestDraft {
  const declared = draft.operation.parameters.filter((parameter) => parameter.in === 'query');
  const name = pick(declared, first)?.name;
  const [headerName = '', headerValue = ''] = pick(HEADERS, first) ?? [];
  const pathName = pick(Object.keys(draft.path), first);
  switch (kind) {
    case 'query':
      return name === undefined ? draft : { ...draft, query: [...draft.query, [name, value]] };
    case 'foreign-query':
      return { ...draft, query: [...draft.query, [pick(QUERY_NAMES, first) ?? '', value]] };
    case 'repeated':
      return { ...draft, query: [...draft.query, ...draft.query.slice(0, 1)] };
    case 'path':
      return pathName === undefined ? draft : { ...draft, path: { ...draft.path, [pathName]: value } };
    case 'header':
      return withHeader(draft, headerName, headerValue);
    case 'foreign-body':
      return { ...draft, body: JSON.stringify(pick(BODIES, first)) };
    case 'member':
      return { ...draft, body: draft.body && replaceMember(draft.body, first, second, value) };
    case 'cut-body':
      return { ...draft, body: draft.body?.slice(0, first % draft.body.length) };
  }
}

/** Replaces the value of a member of a JSON text, or adds one. */
function replaceMember(body: string, first: number, second: number, value: string): string {
  const members = [...body.matchAll(/"[^"\\]*":/g)];
  const member = pick(members, first);
  if (!member) return body;
  const end = member.index + member[0].length;
  const replacement = pick([JSON.stringify(value), 'null', '-1', '1e400', '[]', '{}', 'true', '[[[]]]'], second);
  return `${body.slice(0, end)}${replacement},"${second % 3 === 0 ? '__proto__' : 'added'}":${body.slice(end)}`;
}
