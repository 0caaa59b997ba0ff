/** Responses that replace the mock's responses. */
import { isJsonObject } from '../bundled/openapi.ts';
import type { Operation } from '../core/contract-types.ts';
import { SettingError } from '../core/errors.ts';
import { checkOverride, findOperation, type OverrideValues } from './override-check.ts';
import { readTypedRequest, type TypedRequest } from './override-request.ts';
import { isBinary, type NextResponse } from './override-response.ts';
import type { Override } from './override-types.ts';
import { matchesRequest } from './request-match.ts';
import type { OperationRequest } from './route.ts';

/** Called for each valid request; its result is checked. */
export type RespondFunction = (request: TypedRequest, next: () => Promise<NextResponse>) => unknown;

/** Creates the response of an override or, for undefined, that of the mock. */
export type Respond = (override: OverrideValues | undefined) => Promise<NextResponse>;

/** An override as `GET /__mock/overrides` lists it. */
export interface OverrideDescription extends Partial<OverrideValues> {
  id: string;
  operation: string;
}

interface Entry {
  id: string;
  operation: Operation;
  respond: OverrideValues | RespondFunction;
  /** The number of responses that it still applies to. */
  remaining: number;
}

/** Finds the override that applies to a request. */
export type OverrideSource = Pick<Overrides, 'takeError' | 'take'>;

/** Maximum number of overrides; a test that forgets to remove them must not slow down the mock. */
export const MAX_OVERRIDES = 1_000;

/** The overrides of a mock, applied from newest to oldest. */
export class Overrides {
  readonly #operations: readonly Operation[];
  readonly #entries = new Map<Operation, Entry[]>();
  #count = 0;
  #lastId = 0;

  constructor(operations: readonly Operation[]) {
    this.#operations = operations;
  }

  /**
   * Adds an override.
   *
   * @param reference the operation: its `operationId`, or its function in `@aispm/client`
   * @param respond the response, or a function that is called for each valid request
   * @throws {SettingError} when there is no such operation, it has no such response, or there are too many overrides
   */
  add(reference: unknown, respond: unknown): Override {
    const operation = findOperation(this.#operations, reference);
    const checked = typeof respond === 'function' ? (respond as RespondFunction) : checkOverride(operation, respond);
    if (this.#count >= MAX_OVERRIDES) {
      throw new SettingError(`The mock has ${MAX_OVERRIDES} overrides, which is the maximum. Remove some of them.`);
    }
    const entry = { id: String(++this.#lastId), operation, respond: checked, remaining: countUses(checked) };
    this.#entries.set(operation, [entry, ...(this.#entries.get(operation) ?? [])]);
    this.#count++;
    return { id: entry.id, remove: () => this.#remove(entry) };
  }

  /**
   * Adds an override that has the name of its operation, as a request or a recording contains it.
   *
   * @throws {SettingError} as {@link add} does, and when it isn't an object with an operation
   */
  addEntry(entry: unknown): Override {
    if (!isJsonObject(entry) || !('operation' in entry)) {
      throw new SettingError(
        'An override must be an object with an operation and a status, such as {"operation":"listRules","status":429}.',
      );
    }
    const { operation, ...response } = entry;
    return this.add(operation, response);
  }

  /** Lists the active overrides, oldest first. */
  list(): OverrideDescription[] {
    return [...this.#entries.values()]
      .flat()
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map(({ id, operation, respond, remaining }) => {
        const { once: _, ...given }: Partial<OverrideValues> = typeof respond === 'function' ? {} : respond;
        const values = isBinary(given.body) ? { ...given, body: undefined } : given;
        const times = Number.isFinite(remaining) && { times: remaining };
        return { id, operation: operation.iid, ...values, ...times };
      });
  }

  /**
   * Removes overrides.
   *
   * @param filter.id the id of one override; default: all
   * @param filter.operation an operation; default: all
   * @returns whether there was one
   */
  remove({ id, operation }: { id?: string; operation?: Operation | undefined } = {}): boolean {
    const entries = [...this.#entries.values()].flat();
    const removed = entries.filter(
      (entry) => (id === undefined || entry.id === id) && (operation === undefined || entry.operation === operation),
    );
    for (const entry of removed) this.#remove(entry);
    return removed.length > 0;
  }

  /**
   * Takes the error for a request to an operation, valid or not; undefined when there is none.
   *
   * @param body undefined if it is invalid
   */
  takeError(operation: Operation, request: OperationRequest, body: unknown): OverrideValues | undefined {
    for (const entry of this.#entries.get(operation) ?? []) {
      const { respond } = entry;
      if (typeof respond !== 'function' && !isMatch(respond, request, body)) continue;
      if (typeof respond === 'function' || (respond.status < 400 && !respond.unchecked)) return undefined;
      return this.#use(entry, respond);
    }
    return undefined;
  }

  /**
   * Takes the response to a valid request; undefined when no override applies to it.
   *
   * @param create creates the responses that functions get from `next`
   * @throws {SettingError} when a function fails, or returns a response that the operation doesn't have
   */
  take(
    operation: Operation,
    request: OperationRequest,
    body: unknown,
    create: Respond,
  ): Promise<OverrideValues | undefined> {
    // A copy, because overrides may be added while a function runs.
    return this.#takeFrom([...(this.#entries.get(operation) ?? [])], operation, request, body, create);
  }

  async #takeFrom(
    entries: readonly Entry[],
    operation: Operation,
    request: OperationRequest,
    body: unknown,
    create: Respond,
  ): Promise<OverrideValues | undefined> {
    for (const [index, entry] of entries.entries()) {
      const { respond } = entry;
      if (!this.#isInUse(entry)) continue;
      if (typeof respond !== 'function') {
        if (isMatch(respond, request, body)) return this.#use(entry, respond);
        continue;
      }
      let older: Promise<OverrideValues | undefined> | undefined;
      const next = async () => {
        older ??= this.#takeFrom(entries.slice(index + 1), operation, request, body, create);
        return create(await older);
      };
      const result = await decide(respond, operation, readTypedRequest(operation, request, body), next);
      if (result === undefined) {
        if (older) return older;
        continue;
      }
      const checked = checkOverride(operation, result);
      if (entry.remaining === Number.POSITIVE_INFINITY) entry.remaining = countUses(checked);
      return this.#use(entry, checked);
    }
    return undefined;
  }

  #isInUse(entry: Entry): boolean {
    return this.#entries.get(entry.operation)?.includes(entry) ?? false;
  }

  #use<Values>(entry: Entry, values?: Values): Values | undefined {
    entry.remaining--;
    if (entry.remaining <= 0) this.#remove(entry);
    return values;
  }

  #remove(entry: Entry): void {
    if (!this.#isInUse(entry)) return;
    const others = this.#entries.get(entry.operation)?.filter((other) => other !== entry) ?? [];
    if (others.length > 0) this.#entries.set(entry.operation, others);
    else this.#entries.delete(entry.operation);
    this.#count--;
  }
}

/**
 * Calls the function of an override.
 *
 * @throws {SettingError} when it fails
 */
async function decide(
  respond: RespondFunction,
  operation: Operation,
  request: TypedRequest,
  next: () => Promise<NextResponse>,
): Promise<unknown> {
  try {
    return await respond(request, next);
  } catch (error) {
    throw new SettingError(`The override of ${operation.iid} failed: its function threw ${error}.`);
  }
}

function isMatch({ match }: OverrideValues, request: OperationRequest, body: unknown): boolean {
  return match === undefined || matchesRequest(match, request, body);
}

/** Returns the number of responses that an override applies to. A function returns it with its response. */
function countUses(respond: OverrideValues | RespondFunction): number {
  if (typeof respond === 'function') return Number.POSITIVE_INFINITY;
  return respond.once ? 1 : (respond.times ?? Number.POSITIVE_INFINITY);
}
