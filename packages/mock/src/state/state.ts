/** Answers from what is stored. Prism has validated the request before, and validates the page or record afterwards. */
import { createHash, randomUUID } from 'node:crypto';
import type { IHttpResponse } from '@stoplight/prism-http';
import type { Operation } from '../contract.js';
import { isObject, type Json } from '../contract-checks.js';
import { ApiError } from '../errors.js';
import { validateOutput } from '../prism-library.js';
import { encodeSegment } from '../router.js';
import { type Action, type Collection, readActions, successSchema } from './collections.js';
import { findExport, startExport } from './exports.js';
import { advance, hasEnded, latestRunFields, newRun, stop, timestamp } from './runs.js';
import { newScan, replaceCurrentScan, scanOutcome } from './scans.js';
import { rowsOf, selectionOf } from './selection.js';
import { type Entry, Store } from './store.js';

/** A request that Prism found nothing wrong with. */
export interface StateRequest {
  operation: Operation;
  /** Base path, for links. */
  base: string;
  /** Without the base path, percent-encoded. */
  path: string;
  /** Decoded. */
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | string[]>>;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  token: string;
}

/** The state of a mock. */
export interface State {
  /**
   * Answers a request from what is stored for its token, and changes that as the request says.
   *
   * @param example Prism's answer without state: the headers are taken from it, and what a new record has besides what
   *   the request gives
   * @returns undefined when the operation has nothing to do with what is stored
   * @throws {ApiError} 404, 409, 412, 422 or 429 as the records demand
   */
  answer(request: StateRequest, example: IHttpResponse): IHttpResponse | undefined;
  /** Starts over: for one token, or for all of them. */
  reset(token?: string): void;
}

/** Most tokens and most replayed answers that are kept; the oldest are forgotten. */
const MAX_TOKENS = 1_000;
const MAX_REPLAYS = 1_000;

/** Makes the state of a contract. */
export function createState(operations: readonly Operation[]): State {
  const actions = readActions(operations);
  const stores = new Map<string, Store>();
  const storeOf = (token: string) => {
    const store = stores.get(token) ?? new Store();
    if (!stores.has(token) && stores.size >= MAX_TOKENS) stores.delete(stores.keys().next().value ?? '');
    stores.set(token, store);
    return store;
  };
  return {
    answer(request, example) {
      const action = actions.get(request.operation);
      if (!action) return selectFromExample(request, example);
      const store = storeOf(request.token);
      return replayed(store, request, () => perform(action, store, request, example));
    },
    reset(token) {
      if (token === undefined) stores.clear();
      else stores.delete(token);
    },
  };
}

/** Gives the first answer again to a request that is sent again with its `Idempotency-Key`. */
function replayed(
  store: Store,
  { operation, path, headers, body }: StateRequest,
  make: () => IHttpResponse | undefined,
) {
  const key = operation.method.toLowerCase() === 'post' ? headers['idempotency-key'] : undefined;
  if (key === undefined) return make();
  const request = JSON.stringify([path, body]);
  const known = store.replays.get(key);
  if (known) {
    if (known.request === request) return known.answer as IHttpResponse;
    throw new ApiError(422, `The Idempotency-Key "${key}" was used for another request before.`);
  }
  const answer = make();
  if (store.replays.size >= MAX_REPLAYS) store.replays.delete(store.replays.keys().next().value ?? '');
  store.replays.set(key, { request, answer: structuredClone(answer) });
  return answer;
}

/** What a request selects from a list that nothing changes: from the rows of its example. */
function selectFromExample({ operation, query }: StateRequest, example: IHttpResponse): IHttpResponse | undefined {
  const rows = operation.method.toLowerCase() === 'get' ? rowsOf(example.body) : undefined;
  if (!rows) return undefined;
  return { ...example, body: { ...(example.body as Json), items: selectionOf(operation)(rows, query, undefined) } };
}

function perform(
  action: Action,
  store: Store,
  request: StateRequest,
  example: IHttpResponse,
): IHttpResponse | undefined {
  const { collection } = action;
  const now = Date.now();
  const listPath = instancePath(collection, request);
  const entries = store.list(collection, listPath);
  const id = request.parameters[collection.parameter] ?? '';
  for (const entry of entries.values()) advanceEntry(entry, collection, entries, now);
  const found = () => {
    const entry = entries.get(id);
    if (!entry) throw new ApiError(404, `There is no record "${id}" here.`);
    return entry;
  };
  const runsOf = (entry: Entry) => runsBelow(entry, collection, store, request, now);
  const isActive = (entry: Entry) => runsOf(entry).some((run) => !hasEnded(run));
  const show = (entry: Entry): Json => ({ ...entry.record, ...latestRunFields(entry.record, runsOf(entry)) });
  const respond = (entry: Entry, statusCode = example.statusCode, path = listPath): IHttpResponse => ({
    statusCode,
    headers: headersFor(request, example, statusCode, entry, `${request.base}${path}/${encodeSegment(entry.id)}`),
    body: path === listPath ? show(entry) : { ...entry.record },
  });

  switch (action.kind) {
    case 'list': {
      const rows = [...entries.values()].map((entry) => ({ ...entry.row, ...show(entry) }));
      const items = selectionOf(request.operation)(rows, request.query, collection.idField).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => collection.rowFields.includes(name))),
      );
      return { ...example, body: { ...(example.body as Json), items } };
    }
    case 'read':
      return respond(found());
    case 'create': {
      const record = createRecord(request, example, collection, now);
      const entry = newEntry(collection, record, randomUUID());
      const outcome = scanOutcome(record, request.body as Json);
      if (outcome) Object.assign(entry, { times: { startedMs: now }, outcome, record: newScan(entry.record, now) });
      store.add(collection, listPath, entry);
      return respond(entry);
    }
    case 'replace': {
      const old = entries.get(id);
      checkPreconditions(request, old);
      const { created_at = timestamp(now) } = old?.record ?? {};
      const record = { ...(request.body as Json), created_at, updated_at: timestamp(now) };
      const entry = newEntry(collection, record, id);
      if (old) entries.set(id, entry);
      else store.add(collection, listPath, entry);
      return respond(entry, old ? 200 : 201);
    }
    case 'change': {
      const entry = found();
      checkPreconditions(request, entry);
      changeRecord(entry, request, now);
      return respond(entry);
    }
    case 'remove': {
      const entry = found();
      checkPreconditions(request, entry);
      if (isActive(entry)) throw new ApiError(409, 'A run of it is under way; stop that first.');
      entries.delete(id);
      return { ...example, statusCode: 204, body: undefined };
    }
    case 'run': {
      const parent = found();
      const { runs } = collection;
      if (!runs) throw new Error('There is nowhere to put runs.');
      if (isActive(parent)) throw new ApiError(409, 'A run of it is under way already.');
      const { evaluation_id, agent_id } = parent.record;
      const record = { agent_evaluation_id: parent.id, evaluation_id, agent_id, ...newRun(now) };
      const entry = { ...newEntry(runs, record, randomUUID()), times: { startedMs: now } };
      const path = instancePath(runs, request);
      store.add(runs, path, entry);
      return respond(entry, example.statusCode, path);
    }
    case 'export':
    case 'readExport':
    case 'download':
      return answerExport(action.kind, collection, found(), request, example, now);
    case 'stop': {
      const entry = found();
      stop(entry.record, entry.times, now);
      return respond(entry);
    }
  }
}

/** The path of a list with the values of a request in it. */
function instancePath({ path }: Collection, { parameters }: StateRequest): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeSegment(parameters[name] ?? ''));
}

/** A new record: what the request gives, over the example without what the request could have given. */
function createRecord(request: StateRequest, example: IHttpResponse, collection: Collection, now: number): Json {
  const given = request.body as Json;
  const { properties = {} } = (request.operation.request?.body?.contents?.[0]?.schema ?? {}) as {
    properties?: Record<string, { default?: unknown }>;
  };
  const { required = [], properties: known = {} } = successSchema(collection.read);
  const record = { ...(example.body as Json) };
  for (const [name, schema] of Object.entries(properties)) {
    if (!(name in known)) continue;
    if (name in given) record[name] = given[name];
    else if (schema.default !== undefined) record[name] = schema.default;
    else if (!required.includes(name)) delete record[name];
    else if (isObject(record[name])) record[name] = {};
  }
  nameReferences(record, given, collection);
  for (const name of ['created_at', 'updated_at']) if (name in known) record[name] = timestamp(now);
  return record;
}

/** Gives a new record the names that belong to the ids in it, as far as the examples have them together. */
function nameReferences(record: Json, given: Json, { seeds }: Collection): void {
  for (const field of Object.keys(record).filter((name) => name.endsWith('_name') && !(name in given))) {
    const reference = field.replace(/_name$/, '_id');
    const known = seeds.find(({ row }) => field in row && row[reference] === given[reference]);
    if (known) record[field] = known.row[field];
  }
  // An evaluation that is attached without a name has that of the evaluation.
  if ('evaluation_name' in record && !('name' in given)) record.name = record.evaluation_name;
}

function newEntry({ idField, rowFields, read }: Collection, fields: Json, id: string): Entry {
  const { properties = {} } = successSchema(read);
  const record = idField in properties ? { ...fields, [idField]: id } : fields;
  const size = 'value' in record && rowFields.includes('size_bytes') && Buffer.byteLength(JSON.stringify(record.value));
  return { id, row: { [idField]: id, ...(size !== false && { size_bytes: size }) }, record, times: {} };
}

/** Changes the fields that a request names; null removes a field that cannot be null. */
function changeRecord(entry: Entry, { operation, body }: StateRequest, now: number): void {
  const { properties = {} } = successSchema(operation) as { properties?: Record<string, { type?: unknown }> };
  const { record } = entry;
  for (const [name, value] of Object.entries(body as Json)) {
    if (value === null && ![properties[name]?.type].flat().includes('null')) delete record[name];
    else {
      const changed = JSON.stringify(record[name]) !== JSON.stringify(value);
      record[name] = value;
      if (changed && `${name}_changed_at` in properties) record[`${name}_changed_at`] = timestamp(now);
    }
  }
  if ('updated_at' in properties) record.updated_at = timestamp(now);
}

/** Moves a run or a scan on; other records do not move by themselves. */
function advanceEntry(
  { record, times, outcome }: Entry,
  collection: Collection,
  entries: ReadonlyMap<string, Entry>,
  now: number,
): void {
  if ((times.startedMs === undefined && times.stoppedMs === undefined) || hasEnded(record)) return;
  const completed = collection.seeds.map((seed) => seed.record).filter(({ summary }) => isObject(summary));
  const similar = completed.find(({ evaluation_id }) => evaluation_id === record.evaluation_id) ?? completed[0];
  const summary = (similar?.summary ?? {}) as Json;
  advance(record, times, outcome ?? { summary, score: summary.score }, now);
  if (record.is_current === true)
    replaceCurrentScan(
      record,
      [...entries.values()].map((entry) => entry.record),
    );
}

/** The runs of a record that were started or stopped here, the oldest one first. */
function runsBelow(entry: Entry, { runs }: Collection, store: Store, request: StateRequest, now: number): Json[] {
  if (!runs) return [];
  const entries = store.list(runs, instancePath(runs, request));
  return [...entries.values()]
    .filter(({ record, times }) => record.agent_evaluation_id === entry.id && Object.keys(times).length > 0)
    .map((run) => {
      advanceEntry(run, runs, entries, now);
      return run.record;
    })
    .reverse();
}

/** Starts an export of a view, tells how one goes, or gives its file. */
function answerExport(
  kind: 'export' | 'readExport' | 'download',
  collection: Collection,
  view: Entry,
  request: StateRequest,
  example: IHttpResponse,
  now: number,
): IHttpResponse | undefined {
  const { export_workflow_id: id = '' } = request.parameters;
  if (kind === 'export') return { ...example, body: startExport(view, request.path, now) };
  const found = findExport(view, id, now);
  if (!found) {
    // The exports that the examples tell of are there from the start.
    if (collection.exportIds?.has(id)) return undefined;
    throw new ApiError(404, `There is no export "${id}" of this view.`);
  }
  if (kind === 'readExport') {
    const { 'Retry-After': retryAfter, ...headers } = (example.headers ?? {}) as Record<string, string>;
    const isUnderWay = found.export_path === '';
    return { ...example, headers: { ...headers, ...(isUnderWay && { 'Retry-After': retryAfter }) }, body: found };
  }
  if (found.export_path === '') throw new ApiError(409, `The export is ${found.export_status}; it has no file yet.`);
  return undefined;
}

/** Headers as in the example; those that tell of the record tell of this one. */
function headersFor(
  { operation }: StateRequest,
  example: IHttpResponse,
  statusCode: number,
  entry: Entry,
  location: string,
): Record<string, string> {
  const { headers: declared = [] } = operation.responses.find(({ code }) => code === String(statusCode)) ?? {};
  const own: Record<string, string> = { ETag: etagOf(entry), Location: location };
  const { 'Retry-After': retryAfter, ...others } = (example.headers ?? {}) as Record<string, string>;
  return {
    ...others,
    // Whoever waits for a run need not wait for one that has ended.
    ...(retryAfter !== undefined && entry.record.finished_at === null && { 'Retry-After': retryAfter }),
    ...Object.fromEntries(declared.flatMap(({ name }) => (own[name] === undefined ? [] : [[name, own[name]]]))),
  };
}

function etagOf({ record }: Entry): string {
  return `"${createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 32)}"`;
}

/**
 * Checks `If-Match` and `If-None-Match` (RFC 9110, section 13.1), where the operation declares them.
 *
 * @param entry undefined when there is no such record
 * @throws {ApiError} 412
 */
function checkPreconditions({ operation, headers }: StateRequest, entry: Entry | undefined): void {
  const matches = (name: string) => {
    const declares = operation.request?.headers?.some((header) => header.name.toLowerCase() === name);
    const tags = declares ? headers[name]?.split(',').map((tag) => tag.trim()) : undefined;
    return tags && entry !== undefined && (tags.includes('*') || tags.includes(etagOf(entry)));
  };
  if (matches('if-match') === false) {
    const reason = entry ? 'The record was changed in the meantime' : 'There is no record to replace';
    throw new ApiError(412, `${reason}: If-Match does not match.`);
  }
  if (matches('if-none-match')) throw new ApiError(412, 'There is such a record already: If-None-Match matches.');
}

/**
 * Lets Prism validate an answer.
 *
 * @throws {Error} when it does not fit the contract
 */
export function checkAnswer(resource: Operation, element: IHttpResponse): void {
  const result = validateOutput({ resource, element });
  if (result._tag === 'Left') {
    const [{ path = [], message }] = result.left;
    throw new Error(`its answer does not fit the contract: ${path.join('/')} ${message}`);
  }
}
