/** Runs the embedded database in a separate thread. */
import { deserialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { forEachInSlices } from '../../core/slices.ts';
import type { QueryResult } from './connection.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Where the embedded database is stored. */
export interface EmbeddedSettings {
  /** Folder; in memory by default. */
  folder?: string;
  /** A packed data folder to start from, instead of an empty database. */
  dump?: Blob;
}

/** A task for the thread. */
export interface DatabaseCall {
  /** `query` runs one statement with parameters, `execute` several without parameters. */
  kind: 'open' | 'query' | 'execute' | 'close';
  sql: string;
  parameters: readonly unknown[];
}

/** The reply of the thread: a result, or the fields of an error. */
export interface DatabaseResponse {
  id: number;
  result?: QueryResult;
  /** Many rows, serialized in parts. The process reads one part after the other, and runs other tasks in between. */
  parts?: Uint8Array[];
  error?: { message: string; code?: string; severity?: string };
}

/** A pending call. */
interface Pending {
  resolve: (result: QueryResult) => void;
  reject: (error: Error) => void;
}

/** The database and its thread, which doesn't keep the process alive while no call is pending. */
export class EmbeddedThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #calls = 0;
  #end: Error | undefined;

  private constructor(settings: EmbeddedSettings) {
    // This path is valid for both the source and the bundle.
    const file = import.meta.url.endsWith('.ts') ? './embedded-worker.ts' : './embedded-worker.js';
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData: settings });
    this.#worker.on('message', (response: DatabaseResponse) => void this.#settle(response));
    this.#worker.on('error', (error: Error) => this.#stop(error));
    this.#worker.on('exit', (code) => this.#stop(new Error(`exit code ${code}`)));
  }

  /**
   * Starts the thread, and opens the database.
   *
   * @throws {DatabaseUnavailable} if the embedded database isn't installed
   */
  static async open(settings: EmbeddedSettings): Promise<EmbeddedThread> {
    const thread = new EmbeddedThread(settings);
    try {
      await thread.call({ kind: 'open', sql: '', parameters: [] });
      return thread;
    } catch (cause) {
      await thread.terminate();
      if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
      throw new DatabaseUnavailable(
        'The embedded database is not installed. Set DATABASE_URL to a PostgreSQL server, or install @electric-sql/pglite.',
        { cause },
      );
    }
  }

  /** Whether the thread is still running. */
  get isAlive(): boolean {
    return this.#end === undefined;
  }

  /** Calls the database. Calls are executed sequentially, in order. */
  call(call: DatabaseCall): Promise<QueryResult> {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
    if (this.#end) {
      reject(this.#end);
      return promise;
    }
    this.#calls += 1;
    this.#worker.postMessage({ id: this.#calls, call });
    this.#pending.set(this.#calls, { resolve, reject });
    this.#worker.ref();
    return promise;
  }

  /** Closes the database, and ends the thread. */
  async close(): Promise<void> {
    if (this.isAlive) await this.call({ kind: 'close', sql: '', parameters: [] });
    await this.terminate();
  }

  /** Ends the thread, no matter what it's doing. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  async #settle({ id, result, parts = [], error }: DatabaseResponse): Promise<void> {
    const rows: unknown[] = [];
    await forEachInSlices(parts, (part) => {
      for (const row of deserialize(part) as unknown[]) rows.push(row);
    });
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#worker.unref();
    if (result) pending?.resolve(parts.length === 0 ? result : { ...result, rows });
    else pending?.reject(Object.assign(new Error(error?.message), error));
  }

  #stop(cause: Error): void {
    this.#end ??= new DatabaseUnavailable(`The embedded database has ended: ${cause.message}.`, { cause });
    for (const { reject } of this.#pending.values()) reject(this.#end);
    this.#pending.clear();
  }
}
