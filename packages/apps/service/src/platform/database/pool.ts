/**
 * Lends connections, and prefers one that is already in the requested scope, so most requests don't need a statement to set it.
 * `pg.Pool` lends any idle connection, and has no counterpart for the embedded database: see `docs/database.md`.
 */
import type { Connection, Connector } from './drivers/connection.ts';
import { sessionsNotKept } from './drivers/sessions.ts';
import { DatabaseBusy, DatabaseUnavailable } from './drivers/unavailable.ts';
import { type Scope, SET_SCOPE, type SYSTEM, scopeKey, scopeParameters } from './scope.ts';

/** How long to wait for a free connection by default, in milliseconds. */
export const ACQUIRE_TIMEOUT_MS = 5_000;

/** A connection of the pool, and what's attached to it for its lifetime. */
interface Slot<T> {
  connection: Connection;
  /** Created once for each connection. */
  attached: T;
  /** Key of its scope; undefined if unknown. */
  key: string | undefined;
  /** Its process on the server; undefined before its first scope. */
  process?: number;
}

/** The numbers of connections and requests of a pool. */
export interface PoolState {
  open: number;
  idle: number;
  waiting: number;
}

export class Pool<T> {
  readonly #connector: Connector;
  readonly #attach: (connection: Connection) => T;
  readonly #acquireTimeoutMs: number;
  /** In order of last use. */
  readonly #idle: Slot<T>[] = [];
  readonly #waiting: { resolve: (slot: Slot<T>) => void; reject: (error: DatabaseUnavailable) => void }[] = [];
  #open = 0;
  #isClosed = false;

  /**
   * @param attach creates what's attached to a connection for its lifetime
   * @param acquireTimeoutMs how long to wait for a free connection, in milliseconds
   */
  constructor(connector: Connector, attach: (connection: Connection) => T, acquireTimeoutMs: number) {
    this.#connector = connector;
    this.#attach = attach;
    this.#acquireTimeoutMs = acquireTimeoutMs;
  }

  get state(): PoolState {
    return { open: this.#open, idle: this.#idle.length, waiting: this.#waiting.length };
  }

  /**
   * Runs a function on a connection in a scope.
   *
   * @throws {DatabaseBusy} if no connection becomes free in time
   * @throws {DatabaseUnavailable} if connecting to the database fails
   */
  async use<R>(scope: Scope | typeof SYSTEM, run: (attached: T, connection: Connection) => Promise<R>): Promise<R> {
    const key = scopeKey(scope);
    const slot = await this.#acquire(key);
    try {
      if (slot.key !== key) await enterScope(slot, scope, key);
      return await run(slot.attached, slot.connection);
    } finally {
      this.#release(slot);
    }
  }

  /** Closes idle connections immediately, and others when they're released. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(createClosedError());
    await Promise.all(this.#idle.splice(0).map(({ connection }) => connection.close()));
  }

  async #acquire(key: string): Promise<Slot<T>> {
    if (this.#isClosed) throw createClosedError();
    for (;;) {
      const index = this.#idle.findLastIndex((slot) => slot.key === key);
      // Below the limit, each scope gets its own connection; at the limit, the one that was idle the longest.
      if (index === -1 && this.#open < this.#connector.limit) return this.#connect();
      const [slot] = this.#idle.splice(Math.max(index, 0), 1);
      if (!slot) return this.#wait();
      if (slot.connection.isUsable) return slot;
      this.#open -= 1;
    }
  }

  async #connect(): Promise<Slot<T>> {
    this.#open += 1;
    try {
      const connection = await this.#connector.connect();
      return { connection, attached: this.#attach(connection), key: undefined };
    } catch (error) {
      this.#open -= 1;
      const unavailable = toUnavailable(error);
      // If there are no connections, none will be released to the first waiting request.
      this.#waiting.shift()?.reject(unavailable);
      throw unavailable;
    }
  }

  async #wait(): Promise<Slot<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<Slot<T>>();
    const waiting = { resolve, reject };
    this.#waiting.push(waiting);
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      reject(new DatabaseBusy(`No database connection became free within ${this.#acquireTimeoutMs} ms.`));
    }, this.#acquireTimeoutMs);
    const slot = await promise.finally(() => clearTimeout(timer));
    return slot.connection.isUsable ? slot : this.#replace();
  }

  #replace(): Promise<Slot<T>> {
    this.#open -= 1;
    return this.#connect();
  }

  #release(slot: Slot<T>): void {
    if (this.#isClosed) {
      this.#open -= 1;
      slot.connection.close().catch(() => {});
      return;
    }
    const next = this.#waiting.shift();
    if (next) next.resolve(slot);
    else if (slot.connection.isUsable) this.#idle.push(slot);
    else this.#open -= 1;
  }
}

/** Sets the scope of a connection. @throws {DatabaseUnavailable} if its session has changed */
async function enterScope(slot: Slot<unknown>, scope: Scope | typeof SYSTEM, key: string): Promise<void> {
  slot.key = undefined;
  const { rows } = await slot.connection.query(SET_SCOPE, scopeParameters(scope));
  const [{ process }] = rows as [{ process: number }];
  slot.process ??= process;
  if (slot.process !== process) throw sessionsNotKept();
  slot.key = key;
}

function createClosedError(): DatabaseUnavailable {
  return new DatabaseUnavailable('The database is closed.');
}

function toUnavailable(error: unknown): DatabaseUnavailable {
  if (error instanceof DatabaseUnavailable) return error;
  const { message, code } = error as NodeJS.ErrnoException;
  // If a name has several addresses, the error has a code but no message.
  return new DatabaseUnavailable(`The database cannot be reached: ${message || code}`, { cause: error });
}
