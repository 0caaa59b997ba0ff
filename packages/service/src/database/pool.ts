/** Hands out connections, and prefers one that has the scope that is asked for. */
import type { Connection, Connector } from './connection.ts';
import { type Scope, SET_SCOPE, type SYSTEM, scopeKey, scopeParameters } from './scope.ts';
import { DatabaseBusy, DatabaseUnavailable } from './unavailable.ts';

/** How long to wait for a connection, in milliseconds. */
const ACQUIRE_TIMEOUT_MS = 5_000;

/** A connection of the pool, with what belongs to it for its whole life. */
interface Slot<T> {
  connection: Connection;
  /** Made once for each connection. */
  attached: T;
  /** The scope it is in; undefined when that is not known. */
  key: string | undefined;
}

/** Statistics of a pool. */
export interface PoolState {
  open: number;
  idle: number;
  waiting: number;
}

export class Pool<T> {
  readonly #connector: Connector;
  readonly #attach: (connection: Connection) => T;
  /** The one that was used last stands last. */
  readonly #idle: Slot<T>[] = [];
  readonly #waiting: { resolve: (slot: Slot<T>) => void; reject: (error: DatabaseUnavailable) => void }[] = [];
  #open = 0;
  #isClosed = false;

  constructor(connector: Connector, attach: (connection: Connection) => T) {
    this.#connector = connector;
    this.#attach = attach;
  }

  get state(): PoolState {
    return { open: this.#open, idle: this.#idle.length, waiting: this.#waiting.length };
  }

  /**
   * Runs some work on a connection in a scope.
   *
   * @throws {DatabaseBusy} when no connection is free for too long
   * @throws {DatabaseUnavailable} when none can be made
   */
  async use<R>(scope: Scope | typeof SYSTEM, work: (attached: T, connection: Connection) => Promise<R>): Promise<R> {
    const key = scopeKey(scope);
    const slot = await this.#acquire(key);
    try {
      if (slot.key !== key) {
        slot.key = undefined;
        await slot.connection.query(SET_SCOPE, scopeParameters(scope));
        slot.key = key;
      }
      return await work(slot.attached, slot.connection);
    } finally {
      this.#release(slot);
    }
  }

  /** Waits for nothing: connections that are in use are closed when they come back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(closed());
    await Promise.all(this.#idle.splice(0).map(({ connection }) => connection.close()));
  }

  async #acquire(key: string): Promise<Slot<T>> {
    if (this.#isClosed) throw closed();
    for (;;) {
      const same = this.#idle.findLastIndex((slot) => slot.key === key);
      // As long as there is room, a scope gets a connection of its own; after that it takes the one that was idle longest.
      if (same === -1 && this.#open < this.#connector.limit) return this.#connect();
      const [slot] = this.#idle.splice(Math.max(same, 0), 1);
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
      const unavailable = unreachable(error);
      // Nobody will bring a connection back to whoever waits, when there is none.
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
      reject(new DatabaseBusy(`No connection to the database was free for ${ACQUIRE_TIMEOUT_MS} ms.`));
    }, ACQUIRE_TIMEOUT_MS);
    const slot = await promise.finally(() => clearTimeout(timer));
    // A slot without a usable connection is only the room for a new one.
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

function closed(): DatabaseUnavailable {
  return new DatabaseUnavailable('The database is closed.');
}

function unreachable(error: unknown): DatabaseUnavailable {
  if (error instanceof DatabaseUnavailable) return error;
  const { message, code } = error as NodeJS.ErrnoException;
  // Where a name has several addresses, there is no message but only a code.
  return new DatabaseUnavailable(`The database cannot be reached: ${message || code}`, { cause: error });
}
