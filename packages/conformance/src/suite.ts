/** What all checks share: the operations, the server, what it has, and the cells to fill. */
import { randomUUID } from 'node:crypto';
import type { Operation } from '@aispm/mock/validation';
import { type Endpoint, idOf, type Json, type List, listOf, rowsOf, successOf, TENANT, WORKSPACE } from './endpoint.js';
import { BudgetError, NoAnswerError } from './errors.js';
import { type Decoded, decode, type Fault, fault, formFaults, remark, show, statusFault } from './form.js';
import type { RequestParts } from './invalid.js';
import type { ConformanceOptions, Limits } from './options.js';
import { encodeRequest, faultsOf } from './request.js';
import { Cell, type Reason } from './results.js';
import { Transport } from './transport.js';

/** An operation is given up after so many requests without an answer. */
const MAX_UNANSWERED = 2;

/** How to send a request. */
export interface SendOptions {
  /** The key to send; null for none. Default: the token of the run. */
  token?: string | null;
  /** The whole header `Authorization`, instead of a token. */
  authorization?: string;
  /** The statuses that the check wants; any declared one when absent. */
  statuses?: number[];
  /** What is special about the request, for the report. */
  note?: string;
  /** The request is to break the contract. Default false: then it has to be valid. */
  isInvalid?: boolean;
}

/** An answer, checked. */
export interface Answer extends Decoded {
  /** Whether the form is right, and the status one that the check wants. */
  isRight: boolean;
  /** The JSON object; empty when there is none. */
  json: Json;
  /** The request, for the report, and the `X-Request-Id` that it had. */
  request: string;
  requestId: string;
  /** Notes what is wrong with this answer beyond its form. */
  note(isRight: boolean, fault: () => Fault): boolean;
}

/** The same answer, for another check: what is noted of it goes there. */
export function seenBy(cell: Cell, answer: Answer): Answer {
  const { request, requestId } = answer;
  return { ...answer, note: (isRight, make) => cell.note(isRight, () => ({ ...make(), request, requestId })) };
}

/** Values for the parameters of a path, or why there are none. */
export type PathSets = { sets: Json[]; reason?: undefined } | { sets: []; reason: Reason };

/** The server under examination. */
export class Suite {
  readonly endpoints: readonly Endpoint[];
  readonly options: ConformanceOptions;
  readonly limits: Limits;
  readonly transport: Transport;
  /** Names this run; part of every name that it gives. */
  readonly name = `conformance-${randomUUID().slice(0, 8)}`;
  /** Values of path parameters that the run made itself, by path up to and with the parameter. */
  readonly #made = new Map<string, Json>();
  readonly #cells = new Map<string, Cell>();
  readonly #pages = new Map<string, Promise<Answer>>();
  readonly #unanswered = new Map<string, number>();
  readonly #validated = new Map<Endpoint, Operation>();
  readonly #cleanups: (() => Promise<unknown>)[] = [];
  readonly #scope: Json;
  #sent = 0;

  constructor(
    all: readonly Endpoint[],
    open: (operation: Operation) => Operation,
    base: string,
    options: ConformanceOptions,
    limits: Limits,
  ) {
    this.endpoints = all;
    this.options = options;
    this.limits = limits;
    this.transport = new Transport(base, limits, options.signal);
    for (const endpoint of all) this.#validated.set(endpoint, open(endpoint.operation));
    const example = (name: string) =>
      all.flatMap(({ parameters }) => parameters).find((one) => one.name === name)?.example;
    this.#scope = {
      [TENANT]: options.tenant ?? example(TENANT),
      [WORKSPACE]: options.workspace ?? example(WORKSPACE),
    };
  }

  /** The tenant and workspace that are looked at. */
  get scope(): Json {
    return this.#scope;
  }

  /** The cells that were filled. */
  get cells(): Cell[] {
    return [...this.#cells.values()];
  }

  /** The cell of an operation and a check. */
  cell(operation: string, check: string): Cell {
    const key = `${operation} ${check}`;
    const known = this.#cells.get(key);
    if (known) return known;
    const cell = new Cell(operation, check);
    this.#cells.set(key, cell);
    return cell;
  }

  /** The operation of a name. */
  endpoint(id: string): Endpoint {
    const found = this.endpoints.find((one) => one.id === id);
    if (!found) throw new Error(`The contract has no operation ${id}.`);
    return found;
  }

  /** The operation with a method and a path; undefined when there is none. */
  at(method: string, path: string): Endpoint | undefined {
    return this.endpoints.find((one) => one.method === method && one.path === path);
  }

  /** Has something deleted at the end, whatever happens; the last first. */
  afterwards(cleanup: () => Promise<unknown>): void {
    this.#cleanups.push(cleanup);
  }

  /** Deletes what the run made. */
  async cleanUp(): Promise<void> {
    this.transport.cleanUp();
    for (const cleanup of this.#cleanups.reverse()) await cleanup().catch(() => {});
  }

  /** Makes known which record a path leads to, for all checks that need one. */
  made(path: string, values: Json): void {
    this.#made.set(path, values);
  }

  /** Does something with each, several at a time; ends the run when that throws a {@link BudgetError}. */
  async each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    const queue = [...items];
    const workers = Array.from({ length: Math.min(this.limits.concurrency, queue.length) }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    });
    const results = await Promise.allSettled(workers);
    const failed = results.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Sends a request, holds the answer to its form, and notes in the cell what is wrong. */
  async send(
    cell: Cell,
    endpoint: Endpoint,
    parts: RequestParts,
    { token = this.options.token, authorization, statuses, note, isInvalid = false }: SendOptions = {},
  ): Promise<Answer> {
    const requestId = `${this.name}-${++this.#sent}`;
    const auth = authorization ?? (token === null ? undefined : `Bearer ${token}`);
    const wire = encodeRequest(endpoint, parts);
    const request = `${wire.method} ${wire.target}${note ? ` (${note})` : ''}`;
    const tell = (isRight: boolean, make: () => Fault) =>
      cell.note(isRight, () => ({ ...make(), request: shorten(request), requestId }));
    if (!isInvalid) {
      const [wrong] = faultsOf(endpoint, parts);
      tell(wrong === undefined, () =>
        remark('answer', '', 'values that lead to a valid request', `${wrong?.path.join('/')}: ${wrong?.message}`),
      );
    }
    const response = await this.#transmit(endpoint, {
      ...wire,
      headers: { accept: '*/*', ...wire.headers, 'x-request-id': requestId, ...(auth && { authorization: auth }) },
    }).catch((error: unknown) => {
      if (!(error instanceof NoAnswerError)) throw error;
      tell(false, () => ({ part: 'answer', pointer: '', expected: 'an answer', got: error.message }));
      return undefined;
    });
    if (!response) {
      return {
        status: 0,
        headers: {},
        text: '',
        body: undefined,
        json: {},
        isRight: false,
        request,
        requestId,
        note: tell,
      };
    }
    const answer = decode(response);
    this.#checkRequestId(endpoint, answer, request, requestId);
    const faults = formFaults(endpoint, this.#validated.get(endpoint) ?? endpoint.operation, answer);
    const isWanted = statuses === undefined || statuses.includes(answer.status);
    // The wrong status says more than that this status has another form.
    const wrong = isWanted ? faults : [statusFault(statuses.join(' or '), answer)];
    if (wrong.length === 0) tell(true, () => fault('body', '', '', ''));
    for (const one of wrong) tell(false, () => one);
    const { body } = answer;
    const json = (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as Json;
    return { ...answer, json, isRight: wrong.length === 0, request, requestId, note: tell };
  }

  async #transmit(endpoint: Endpoint, request: Parameters<Transport['send']>[0]) {
    const unanswered = this.#unanswered.get(endpoint.id) ?? 0;
    if (unanswered >= MAX_UNANSWERED) throw new NoAnswerError('nothing more was sent after it had not answered twice');
    try {
      return await this.transport.send(request);
    } catch (error) {
      if (error instanceof NoAnswerError) this.#unanswered.set(endpoint.id, unanswered + 1);
      throw error;
    }
  }

  #checkRequestId(endpoint: Endpoint, { headers }: Decoded, request: string, requestId: string): void {
    this.cell(endpoint.id, 'request-id').note(headers['x-request-id'] === requestId, () => ({
      ...fault('header', 'X-Request-Id', `${requestId}, as it was sent`, headers['x-request-id']),
      request: shorten(request),
      requestId,
    }));
  }

  /** The first page of a list, asked for once. */
  page(endpoint: Endpoint, path: Json): Promise<Answer> {
    const key = `${endpoint.id} ${show(path)}`;
    const known = this.#pages.get(key);
    if (known) return known;
    const page = this.send(this.cell(endpoint.id, 'answer'), endpoint, this.request(endpoint, path), {
      statuses: [successOf(endpoint).status],
    });
    this.#pages.set(key, page);
    return page;
  }

  /** The identifiers in the first page of a list. */
  async ids(endpoint: Endpoint, path: Json, parameter?: string): Promise<string[]> {
    const list = listOf(endpoint) as List;
    const page = await this.page(endpoint, path);
    // A fault in the form of one row is no reason not to try the others.
    const isPage = page.status === successOf(endpoint).status;
    return isPage ? rowsOf(page.body, list).map((row) => idOf(row, list, parameter)) : [];
  }

  /** A request with these values in its path, and a valid one for each query parameter that is required. */
  request(endpoint: Endpoint, path: Json, more: Partial<RequestParts> = {}): RequestParts {
    const query = Object.fromEntries(
      endpoint.parameters.filter((one) => one.required && one.in === 'query').map((one) => [one.name, valueFor(one)]),
    );
    return { path, headers: {}, ...more, query: { ...query, ...more.query } };
  }

  /**
   * Values for the parameters in the path of an operation: first records that the run made, then rows of the lists that
   * the path passes, and names of the run's own where any name will do.
   *
   * @param count most sets of values
   */
  async pathSets(endpoint: Endpoint, count = 1): Promise<PathSets> {
    let sets: Json[] = [{}];
    let reason: Reason | undefined;
    let isOwn = false;
    for (const [whole, name = ''] of endpoint.path.matchAll(/\{([^}]+)\}/g)) {
      const before = endpoint.path.slice(0, endpoint.path.indexOf(whole) - 1);
      const parameter = endpoint.parameters.find((one) => one.in === 'path' && one.name === name);
      const made = this.#made.get(`${before}/${whole}`);
      const list = this.at('GET', before);
      if (name in this.#scope) sets = sets.map((set) => ({ ...set, [name]: this.#scope[name] }));
      else if (parameter?.schema.enum) sets = sets.map((set) => ({ ...set, [name]: parameter.schema.enum?.[0] }));
      else if (made && (count === 1 || !list)) sets = [{ ...this.#scope, ...made }];
      else if (list && listOf(list)) {
        const own = made ? [{ ...this.#scope, ...made }] : [];
        const found = await Promise.all(
          sets.map(async (set) =>
            (await this.ids(list, inPath(list, set), name)).map((id) => ({ ...set, [name]: id })),
          ),
        );
        const others = found.flat().filter((set) => set[name] !== made?.[name]);
        sets = [...own, ...others].slice(0, count);
        reason = isOwn
          ? { kind: 'excluded', text: 'needs --write' }
          : { kind: 'no-data', text: `${list.id} shows no record to try it on` };
      } else if (this.at('POST', before)) {
        sets = [];
        reason = { kind: 'excluded', text: 'needs --write' };
      } else {
        isOwn = true;
        sets = sets.map((set) => ({ ...set, [name]: this.name }));
      }
      if (sets.length === 0) break;
    }
    const complete = sets.map((set) => inPath(endpoint, set));
    if (complete.length > 0) return { sets: complete };
    return { sets: [], reason: reason ?? { kind: 'no-data', text: 'there is nothing to try it on' } };
  }
}

/** Only the values that stand in the path of an operation. */
function inPath({ path }: Endpoint, values: Json): Json {
  return Object.fromEntries(Object.entries(values).filter(([name]) => path.includes(`{${name}}`)));
}

/** A value for a required query parameter: a short time window that ends now, or else what the contract shows. */
function valueFor({ name, schema, example }: Endpoint['parameters'][number]): unknown {
  if (schema.format === 'date-time') {
    const hours = name.startsWith('start') ? 24 : 0;
    return new Date(Date.now() - hours * 3_600_000).toISOString();
  }
  return example ?? schema.default ?? schema.enum?.[0];
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}

/** Whether an error ends the run. */
export function endsRun(error: unknown): error is BudgetError {
  return error instanceof BudgetError;
}
