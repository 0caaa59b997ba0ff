/**
 * Lets short reads of the same scope share connections. Reads that arrive in the same turn of the event loop run on one
 * connection, and their statements are sent in one write. A write per statement would take longer than anything else in a short
 * request.
 */
import type { Connection } from './drivers/connection.ts';
import type { Pool } from './pool.ts';
import { type Scope, scopeKey } from './scope.ts';

/** Maximum number of reads that share a connection at a time. Each one waits for the preceding statements. */
const MAX_READS = 4;

/** Reads that share a connection. */
interface Batch<T> {
  /** Settles when there's a connection in the scope. */
  connected: Promise<{ attached: T; connection: Connection }>;
  /** The number of active reads. */
  active: number;
  /** Whether it's closed to further reads. */
  isClosed: boolean;
  /** Releases the connection. */
  end: () => void;
}

export class SharedReads<T> {
  readonly #pool: Pool<T>;
  /** The batch that reads may join, by the key of its scope. */
  readonly #open = new Map<string, Batch<T>>();

  constructor(pool: Pool<T>) {
    this.#pool = pool;
  }

  /**
   * Runs a read in a scope, on a connection that other reads of the scope use at the same time. The failure of a statement only
   * affects its own read.
   *
   * @param run reads with short statements that don't leave any state on the connection, such as a transaction
   * @throws as {@link Pool.use}
   */
  async run<R>(scope: Scope, run: (attached: T) => Promise<R>): Promise<R> {
    const batch = this.#join(scope);
    try {
      const { attached, connection } = await batch.connected;
      connection.gather();
      return await run(attached);
    } finally {
      batch.active -= 1;
      endIfDone(batch);
    }
  }

  #join(scope: Scope): Batch<T> {
    const key = scopeKey(scope);
    const batch = this.#open.get(key) ?? this.#create(scope, key);
    batch.active += 1;
    if (batch.active === MAX_READS) this.#close(key, batch);
    return batch;
  }

  /** Starts a batch. Others may join while it waits for a connection, and in the turn when it gets one. */
  #create(scope: Scope, key: string): Batch<T> {
    const connected = Promise.withResolvers<{ attached: T; connection: Connection }>();
    const ended = Promise.withResolvers<void>();
    const batch: Batch<T> = { connected: connected.promise, active: 0, isClosed: false, end: ended.resolve };
    this.#open.set(key, batch);
    this.#pool
      .use(scope, (attached, connection) => {
        connected.resolve({ attached, connection });
        setImmediate(() => this.#close(key, batch));
        return ended.promise;
      })
      .catch((error: unknown) => {
        this.#close(key, batch);
        connected.reject(error);
      });
    return batch;
  }

  #close(key: string, batch: Batch<T>): void {
    if (this.#open.get(key) === batch) this.#open.delete(key);
    batch.isClosed = true;
    endIfDone(batch);
  }
}

function endIfDone({ active, isClosed, end }: Batch<unknown>): void {
  if (active === 0 && isClosed) end();
}
