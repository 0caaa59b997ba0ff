/** The state that all checks of a run share. */
import { randomUUID } from 'node:crypto';
import type { Contract } from '../contract/contract.ts';
import { getList, getRowId, getRows } from '../contract/lists.ts';
import { getSuccess, type Json, type Operation, TENANT, WORKSPACE } from '../contract/operation.ts';
import type { OperationId } from '../contract/operation-id.ts';
import type { RequestParts } from '../contract/request-parts.ts';
import { ContractError } from '../core/errors.ts';
import type { ConformanceOptions, Limits } from '../core/options.ts';
import { Cell } from './results.ts';
import { type CheckedResponse, Sender, type SendOptions } from './sender.ts';
import { type Sleep, Transport } from './transport.ts';

/** An API key or a webhook of the run. */
export interface OwnKey {
  id: string;
  secret: string;
}

/** Options of a run, with a validated base URL and validated limits. */
export interface SessionOptions {
  base: string;
  options: ConformanceOptions;
  limits: Limits;
  /** Waits for jobs and before retries. */
  sleep: Sleep;
}

/** The examination of one server. */
export class Session {
  readonly operations: readonly Operation[];
  readonly options: ConformanceOptions;
  readonly limits: Limits;
  readonly transport: Transport;
  /** Identifies the run; every name that it creates contains it. */
  readonly name = `conformance-${randomUUID().slice(0, 8)}`;
  /** The API keys that the run has created, by their access. */
  readonly keys = new Map<string, OwnKey>();
  /** The webhook that the run has created, and its first secret. */
  webhook: OwnKey | undefined;
  /** Tenant and workspace as values of path parameters. */
  readonly scope: Json;
  readonly #contract: Contract;
  readonly #sender: Sender;
  readonly #cells = new Map<string, Cell>();
  readonly #records = new Map<string, Json>();
  readonly #pages = new Map<string, Promise<CheckedResponse>>();
  /** The `X-Request-Id` of successful writes by operation; those with the same `Idempotency-Key` are together. */
  readonly #writes = new Map<string, Map<string, string[]>>();
  readonly #cleanups: (() => Promise<unknown>)[] = [];

  constructor(contract: Contract, { base, options, limits, sleep }: SessionOptions) {
    this.operations = contract.operations;
    this.options = options;
    this.limits = limits;
    this.transport = new Transport(base, limits, options.signal, sleep);
    this.#contract = contract;
    this.#sender = new Sender(this, contract);
    const findExample = (name: string) =>
      this.operations.flatMap(({ parameters }) => parameters).find((parameter) => parameter.name === name)?.example;
    this.scope = {
      [TENANT]: options.tenant ?? findExample(TENANT),
      [WORKSPACE]: options.workspace ?? findExample(WORKSPACE),
    };
  }

  /** Returns the cell of an operation and a check, which is created on first use. */
  cell(operation: string, check: string): Cell {
    const key = `${operation} ${check}`;
    const existing = this.#cells.get(key);
    if (existing) return existing;
    const cell = new Cell(operation, check);
    this.#cells.set(key, cell);
    return cell;
  }

  /**
   * Returns the operation with an `operationId`.
   *
   * @throws {ContractError} when there is none
   */
  getOperation(id: OperationId): Operation {
    const operation = this.operations.find((candidate) => candidate.id === id);
    if (!operation) throw new ContractError(`It has no operation "${id}", which the checks need.`);
    return operation;
  }

  /** Returns the operation with a method and a path; undefined when there is none. */
  findOperation(method: string, path: string): Operation | undefined {
    return this.operations.find((operation) => operation.method === method && operation.path === path);
  }

  /** Registers a cleanup function that is always called at the end of the run, last registered first. */
  onCleanup(cleanup: () => Promise<unknown>): void {
    this.#cleanups.push(cleanup);
  }

  /** Deletes what the run created. */
  async cleanUp(): Promise<void> {
    this.transport.startCleanup();
    for (const cleanup of this.#cleanups.reverse()) await cleanup().catch(() => {});
  }

  /**
   * Registers a record that the run created, for checks that need one.
   *
   * @param path template up to and including the identifier of the record
   * @param values its path parameters
   */
  addRecord(path: string, values: Json): void {
    this.#records.set(path, values);
  }

  /** Returns the path parameters of a record that the run created; undefined when there is none at a path. */
  findRecord(path: string): Json | undefined {
    return this.#records.get(path);
  }

  /** Calls a function for each item, several at a time. Rejects with the error of the first call that fails. */
  async forEach<T>(items: readonly T[], callback: (item: T) => Promise<void>): Promise<void> {
    const queue = [...items];
    const workers = Array.from({ length: Math.min(this.limits.concurrency, queue.length) }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await callback(item);
    });
    const results = await Promise.allSettled(workers);
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  /** Sends a request, validates the response, and records violations in the cell. */
  async send(cell: Cell, operation: Operation, parts: RequestParts, options?: SendOptions): Promise<CheckedResponse> {
    const response = await this.#sender.send(cell, operation, parts, options);
    const { status, requestId } = response;
    if (operation.method !== 'GET' && !options?.method && status >= 200 && status < 300) {
      const writes = this.#writes.get(operation.id) ?? new Map<string, string[]>();
      this.#writes.set(operation.id, writes);
      const key = String(parts.headers['Idempotency-Key'] ?? requestId);
      writes.set(key, [...(writes.get(key) ?? []), requestId]);
    }
    return response;
  }

  /** Lists the successful writes of an operation: the `X-Request-Id` of each, or several when a request was repeated with its key. */
  listWrites(operation: string): readonly (readonly string[])[] {
    return [...(this.#writes.get(operation)?.values() ?? [])];
  }

  /** Returns whether the contract allows a request. */
  isValid(operation: Operation, parts: RequestParts): boolean {
    return this.#contract.validateRequest(operation, parts).length === 0;
  }

  /** Returns the first page of a list, which is requested once. */
  getFirstPage(operation: Operation, path: Json): Promise<CheckedResponse> {
    const key = `${operation.id} ${JSON.stringify(path)}`;
    const existing = this.#pages.get(key);
    if (existing) return existing;
    const page = this.send(this.cell(operation.id, 'response'), operation, this.buildRequest(operation, path), {
      statuses: [getSuccess(operation).status],
    });
    this.#pages.set(key, page);
    return page;
  }

  /** Returns the identifiers in the first page of a list. */
  async getRowIds(operation: Operation, path: Json, parameter?: string): Promise<string[]> {
    const list = getList(operation);
    const page = await this.getFirstPage(operation, path);
    // Violations in one row don't affect the other rows.
    if (page.status !== getSuccess(operation).status) return [];
    return getRows(page.body, list).map((row) => getRowId(row, list, parameter));
  }

  /** Builds a request with path parameters and a valid value for each required query parameter. */
  buildRequest(operation: Operation, path: Json, others: Partial<RequestParts> = {}): RequestParts {
    const required = operation.parameters.filter((parameter) => parameter.required && parameter.in === 'query');
    const query = Object.fromEntries(required.map((parameter) => [parameter.name, getQueryValue(parameter)]));
    return { path, headers: {}, ...others, query: { ...query, ...others.query } };
  }
}

/** Returns a value for a required query parameter: a time in the window of the last day, otherwise the contract's example. */
function getQueryValue({ name, schema, example }: Operation['parameters'][number]): unknown {
  if (schema.format === 'date-time') {
    const hours = name.startsWith('start') ? 24 : 0;
    return new Date(Date.now() - hours * 3_600_000).toISOString();
  }
  return example ?? schema.default ?? schema.enum?.[0];
}
