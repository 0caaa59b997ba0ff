/** The queue on pg-boss. It only says which rows to look at: the state of a job is in its row. */
import { createHash } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { JobKind } from './job.ts';
import type { JobReference, NamedJob } from './job-queue.ts';

/** Schema of the tables of pg-boss. */
const SCHEMA = 'aispm_jobs';
/** Just below the maximum of pg-boss. Leases detect much earlier that a worker is lost. */
const EXPIRE_SECONDS = 23 * 3600;
const KEEP_COMPLETED_SECONDS = 3600;
/** The database compares with its own clock, so that workers are woken a little after a delay. */
const WAKE_MARGIN_MS = 20;

export interface QueueOptions {
  /** How often an idle worker looks for jobs that other processes have announced, in seconds. */
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
      // pg-boss schedules nothing: the time at which an evaluation is due is in its row.
      schedule: false,
    });
    this.#boss.on('error', (error) => log.warn({ err: error }, 'The queue failed'));
    this.#boss.on('warning', (warning) => log.warn({ warning }, 'The queue warns'));
  }

  /** Creates the tables of pg-boss and the queues that are missing. */
  async start(): Promise<void> {
    await this.#boss.start();
    const existing = new Set((await this.#boss.getQueues()).map(({ name }) => name));
    for (const { name } of this.#kinds.filter((kind) => !existing.has(kind.name))) {
      await this.#boss.createQueue(name, {
        // A row is in the queue at most once.
        policy: 'short',
        retryLimit: 0,
        expireInSeconds: EXPIRE_SECONDS,
        deleteAfterSeconds: KEEP_COMPLETED_SECONDS,
      });
    }
  }

  /**
   * Adds a row to the queue unless it is there, and wakes the workers of this process.
   *
   * @param delaySeconds how long no worker gets it
   */
  async send({ name }: NamedJob, reference: JobReference, delaySeconds = 0): Promise<void> {
    const { tenantId, workspaceId, id } = reference;
    const singletonKey = createHash('sha256')
      .update(JSON.stringify([tenantId, workspaceId, id]))
      .digest('base64url');
    await this.#boss.send(name, { tenantId, workspaceId, id }, { singletonKey, startAfter: delaySeconds });
    const wake = () => {
      for (const worker of this.#workers.get(name) ?? []) this.#boss.notifyWorker(worker);
    };
    if (delaySeconds === 0) wake();
    else setTimeout(wake, delaySeconds * 1000 + WAKE_MARGIN_MS).unref();
  }

  /** Starts to pass the rows of a kind to a function, at most as many at once as the kind allows. */
  async work({ name, concurrency }: JobKind, process: (reference: JobReference) => Promise<void>): Promise<void> {
    const workers: string[] = [];
    this.#workers.set(name, workers);
    for (let count = 0; count < concurrency; count += 1) {
      const options = { pollingIntervalSeconds: this.#pollingSeconds };
      workers.push(await this.#boss.work<JobReference>(name, options, async ([job]) => job && process(job.data)));
    }
  }

  /** Stops to pass rows on, and waits for the jobs that are being executed. */
  async drain(): Promise<void> {
    await Promise.all([...this.#workers.keys()].map((name) => this.#boss.offWork(name, { wait: true })));
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}

/** Runs the SQL of pg-boss, which may be several statements when there are no values. */
function execute(database: Database, text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
  return database.system(async (_, connection) => {
    if (values.length > 0) return connection.query(text, values);
    try {
      return { rows: await connection.execute(text) };
    } catch (error) {
      // When one of several statements fails, their transaction is still open.
      await connection.execute('ROLLBACK');
      throw error;
    }
  });
}
