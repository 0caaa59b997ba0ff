/** The jobs of one process: claims and executes them, and ends or requeues jobs of dead processes. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Backlog, JobQueue, NamedJob } from '../services/job-queue.ts';
import type { Services } from '../services/services.ts';
import { readBacklog } from './backlog.ts';
import { type ClaimedJob, findQueued } from './claim.ts';
import { type JobKind, type PeriodicTask, WorkerStopping } from './job.ts';
import { JobMetrics } from './metrics.ts';
import { findKindsToReap, REAP_MS, reap } from './reaper.ts';
import { Slots } from './slots.ts';
import { executeJob, GRACE_MS } from './worker.ts';
import { REGISTRATION_MS, registerWorker, unregisterWorker } from './worker-registry.ts';

/** The role of a process in executing jobs. */
export interface JobsOptions {
  kinds: readonly JobKind[];
  tasks: readonly PeriodicTask[];
  /** Whether the process executes jobs. It always ends or requeues jobs of dead processes. */
  executesJobs: boolean;
}

/**
 * How often a process with free slots looks for jobs, in milliseconds: in a shared database, and in its own, where it's woken
 * for every job.
 */
const POLL_MS = { shared: 500, embedded: 30_000 };
/** Added to the delay of a kind, to ensure that the row can be claimed. In milliseconds. */
const WAKE_MARGIN_MS = 50;

export class Jobs implements JobQueue {
  readonly #services: Services;
  readonly #options: JobsOptions;
  readonly #metrics: JobMetrics;
  readonly #process = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  /** The slots of each kind. */
  readonly #slots: readonly Slots[];
  #claims = 0;
  /** Aborts jobs that aren't done in time when the process stops. */
  readonly #stopping = new AbortController();
  /** Whether this process executes jobs and isn't stopping. */
  #isWorking = false;
  readonly #timers: NodeJS.Timeout[] = [];
  /** The running periodic tasks, by name. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(services: Omit<Services, 'jobs'>, options: JobsOptions) {
    this.#services = { ...services, jobs: this };
    this.#options = options;
    this.#metrics = new JobMetrics(services.metrics, services.log, () => this.readBacklog());
    this.#slots = options.kinds.map(
      (kind) =>
        new Slots(kind, {
          database: services.database,
          createOwner: () => this.#createOwner(),
          execute: (job) => this.#execute(kind, job),
        }),
    );
  }

  /** Starts executing jobs, and reaping jobs of dead processes. */
  async start(): Promise<void> {
    const { database } = this.#services;
    this.#every('reap', REAP_MS, () => this.#reapAll());
    for (const task of this.#options.tasks) this.#every(task.name, task.everyMs, () => task.run(this.#services));
    if (!this.#options.executesJobs) return;
    this.#isWorking = true;
    const findJobs = this.#every('find jobs', database.isShared ? POLL_MS.shared : POLL_MS.embedded, () =>
      this.#findJobs(),
    );
    const reportLife = database.isShared
      ? this.#every('register worker', REGISTRATION_MS, () => registerWorker(database, this.#process))
      : () => undefined;
    await Promise.all([findJobs(), reportLife()]);
  }

  wake({ name }: NamedJob): void {
    for (const slots of this.#slots.filter(({ kind }) => kind.name === name)) {
      const { delaySeconds = 0 } = slots.kind;
      this.#wake(slots);
      if (delaySeconds > 0) setTimeout(() => this.#wake(slots), delaySeconds * 1000 + WAKE_MARGIN_MS).unref();
    }
  }

  async sweep({ name }: NamedJob): Promise<void> {
    for (const kind of this.#options.kinds.filter((known) => known.name === name)) {
      await this.#runOnce(`reap ${name}`, () => this.#reap(kind));
    }
  }

  async readBacklog(): Promise<Backlog> {
    const { database } = this.#services;
    const backlog = await readBacklog(database, this.#options.kinds);
    return database.isShared ? backlog : { ...backlog, workers: this.#isWorking ? 1 : 0 };
  }

  /**
   * Stops claiming jobs, and waits for running ones. Jobs that aren't done in time are requeued or ended.
   *
   * @param timeoutMs how long that may take, in milliseconds; the last part is reserved for ending unfinished jobs
   */
  async stop(timeoutMs: number): Promise<void> {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    const wasWorking = this.#isWorking;
    this.#isWorking = false;
    const abort = setTimeout(
      () => this.#stopping.abort(new WorkerStopping('The process is stopping.')),
      Math.max(timeoutMs - GRACE_MS, 0),
    );
    await Promise.all([...this.#slots.map((slots) => slots.drain()), ...this.#running.values()]);
    clearTimeout(abort);
    if (wasWorking && this.#services.database.isShared) {
      await this.#runOnce('unregister worker', () => unregisterWorker(this.#services.database, this.#process));
    }
  }

  /** Each job has a unique owner. */
  #createOwner(): string {
    this.#claims += 1;
    return `${this.#process}-${this.#claims}`;
  }

  /** Claims queued jobs, with a single statement if there are none. */
  async #findJobs(): Promise<void> {
    const free = this.#slots.filter(({ isFull }) => !isFull);
    if (free.length === 0) return;
    const { database } = this.#services;
    const queued = await database.system((db) =>
      findQueued(
        db,
        free.map(({ kind }) => kind),
      ),
    );
    await Promise.all(free.filter(({ kind }) => queued.includes(kind.name)).map((slots) => slots.wake()));
  }

  #wake(slots: Slots): void {
    if (!this.#isWorking) return;
    slots.wake().catch((error: unknown) => {
      this.#services.log.warn({ err: error, job: slots.kind.name }, 'Could not claim a job; it will be claimed later');
    });
  }

  async #execute(kind: JobKind, job: ClaimedJob): Promise<void> {
    const startedAt = performance.now();
    try {
      const outcome = await executeJob(kind, job, this.#stopping.signal, this.#services);
      this.#metrics.observeAttempt(kind.name, outcome, (performance.now() - startedAt) / 1000);
    } catch (error) {
      // The row is unchanged. The reaper finds it once its lease expires.
      this.#services.log.error({ err: error, job: kind.name, id: job.id }, 'A job was aborted');
    }
  }

  async #reapAll(): Promise<void> {
    const { database } = this.#services;
    const names = await database.system((db) => findKindsToReap(db, this.#options.kinds, this.#owners));
    for (const kind of this.#options.kinds.filter(({ name }) => names.includes(name))) {
      await this.#runOnce(`reap ${kind.name}`, () => this.#reap(kind));
    }
  }

  async #reap(kind: JobKind): Promise<void> {
    const outcomes = await reap(kind, this.#owners, this.#services);
    for (const outcome of outcomes) this.#metrics.countReaped(kind.name, outcome);
    if (outcomes.length > 0) this.wake(kind);
  }

  /** The owners of the leases that this process holds. */
  get #owners(): string[] {
    return this.#slots.flatMap(({ owners }) => owners);
  }

  /** Runs a task periodically. @returns a function that runs it immediately */
  #every(name: string, everyMs: number, run: () => Promise<void>): () => Promise<void> {
    const runOnce = () => this.#runOnce(name, run);
    this.#timers.push(setInterval(runOnce, everyMs));
    return runOnce;
  }

  /** Runs a task unless it's already running. After a failure, it runs again at its next time. */
  #runOnce(name: string, run: () => Promise<void>): Promise<void> {
    const running = this.#running.get(name);
    if (running) return running;
    const promise = run()
      .catch((error) => this.#services.log.warn({ err: error, task: name }, 'A task failed; it will run again later'))
      .finally(() => this.#running.delete(name));
    this.#running.set(name, promise);
    return promise;
  }
}
