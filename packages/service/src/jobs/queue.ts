/** The queue on pg-boss: it only says which rows to look at. What has become of them stands in the rows themselves. */
import { createHash } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { JobKind, JobReference } from './job.ts';

/** Where pg-boss has its tables. */
const SCHEMA = 'aispm_jobs';
/** Just below the longest time that pg-boss allows. Leases tell much earlier when a worker is lost. */
const EXPIRE_SECONDS = 23 * 3600;
const KEEP_DONE_SECONDS = 3600;
const WAKE_LATE_MS = 20;

/** How often an idle worker asks for work, in seconds. */
export interface QueueOptions {
  /** Where other processes may have put something into the queue. */
  pollingSeconds: number;
  backend: 'postgres' | 'pglite';
}

/** A queue for each kind of jobs. */
export class Queue {
  readonly #boss: PgBoss;
  readonly #kinds: readonly JobKind[];
  readonly #pollingSeconds: number;
  /** Workers of this process, by kind. */
  readonly #workers = new Map<string, string[]>();

  constructor(database: Database, log: Log, kinds: readonly JobKind[], { pollingSeconds, backend }: QueueOptions) {
    this.#kinds = kinds;
    this.#pollingSeconds = pollingSeconds;
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => execute(database, text, values) },
      backend,
      schema: SCHEMA,
      // Nothing is planned in pg-boss: when an evaluation is due stands in its row.
      schedule: false,
    });
    this.#boss.on('error', (error) => log.warn({ err: error }, 'The queue failed'));
    this.#boss.on('warning', (warning) => log.warn({ warning }, 'The queue warns'));
  }

  /** Makes the tables of pg-boss and the queues, where they are missing. */
  async start(): Promise<void> {
    await this.#boss.start();
    const known = new Set((await this.#boss.getQueues()).map(({ name }) => name));
    for (const { name } of this.#kinds.filter((kind) => !known.has(kind.name))) {
      await this.#boss.createQueue(name, {
        // A row waits in the queue at most once.
        policy: 'short',
        retryLimit: 0,
        expireInSeconds: EXPIRE_SECONDS,
        deleteAfterSeconds: KEEP_DONE_SECONDS,
      });
    }
  }

  /**
   * Puts a row into the queue, unless it waits there, and wakes the workers of this process.
   *
   * @param delaySeconds how long no worker gets it
   */
  async send({ name }: JobKind, reference: JobReference, delaySeconds = 0): Promise<void> {
    const { tenantId, workspaceId, id } = reference;
    const singletonKey = createHash('sha256')
      .update(JSON.stringify([tenantId, workspaceId, id]))
      .digest('base64url');
    await this.#boss.send(name, { tenantId, workspaceId, id }, { singletonKey, startAfter: delaySeconds });
    const wake = () => {
      for (const worker of this.#workers.get(name) ?? []) this.#boss.notifyWorker(worker);
    };
    if (delaySeconds === 0) wake();
    // A little later than that, for the database compares with its own clock.
    else setTimeout(wake, delaySeconds * 1000 + WAKE_LATE_MS).unref();
  }

  /** Gives the rows of a kind to some work, as many at once as the kind allows. */
  async work({ name, concurrency }: JobKind, work: (reference: JobReference) => Promise<void>): Promise<void> {
    const workers: string[] = [];
    this.#workers.set(name, workers);
    for (let count = 0; count < concurrency; count += 1) {
      const options = { pollingIntervalSeconds: this.#pollingSeconds };
      workers.push(await this.#boss.work<JobReference>(name, options, async ([job]) => job && work(job.data)));
    }
  }

  /** Gives out nothing more, and waits for the end of what is worked on. */
  async drain(): Promise<void> {
    await Promise.all([...this.#workers.keys()].map((name) => this.#boss.offWork(name, { wait: true })));
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}

/** pg-boss gives several statements at once when there are no values. */
function execute(database: Database, text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
  return database.system(async (_, connection) => {
    if (values.length > 0) return connection.query(text, values);
    try {
      return { rows: await connection.execute(text) };
    } catch (error) {
      // Where a block of statements breaks off, its transaction is still open.
      await connection.execute('ROLLBACK');
      throw error;
    }
  });
}
