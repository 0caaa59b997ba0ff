/** The jobs of one process: enqueues and executes them, and ends or requeues those of dead processes. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Services } from '../services.ts';
import { readBacklog } from './backlog.ts';
import { type JobKind, type PeriodicTask, WorkerStopping } from './job.ts';
import type { Backlog, JobQueue, JobReference, NamedJob } from './job-queue.ts';
import { JobMetrics } from './metrics.ts';
import { endPresence, PRESENCE_MS, reportPresence } from './presence.ts';
import { Queue } from './queue.ts';
import { REAP_MS, reap } from './reaper.ts';
import { executeJob, GRACE_MS } from './worker.ts';

/** The part of a process in the execution of jobs. */
export interface JobsOptions {
  kinds: readonly JobKind[];
  tasks: readonly PeriodicTask[];
  /** Whether the process executes jobs. It ends or requeues those of dead processes in any case. */
  executesJobs: boolean;
}

/** How often idle workers look for jobs in a database that other processes use, too, and in one of this process, in seconds. */
const POLLING_SECONDS = { shared: 1, embedded: 30 };
/** Time between two attempts to create the queue while the database is away, in milliseconds. */
const RETRY_MS = 1_000;

export class Jobs implements JobQueue {
  readonly #services: Services;
  readonly #options: JobsOptions;
  readonly #queue: Queue;
  readonly #metrics: JobMetrics;
  readonly #process = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  /** Owners of the leases that this process holds: each job has its own. */
  readonly #owners = new Set<string>();
  #claims = 0;
  /** Aborts the jobs that are not done in time when the process stops. */
  readonly #stopping = new AbortController();
  #isStopping = false;
  /** Whether this process has started to execute jobs, and does not stop. */
  #isWorking = false;
  readonly #timers: NodeJS.Timeout[] = [];
  /** The periodic tasks that run at the moment, by name. */
  readonly #running = new Map<string, Promise<void>>();
  #started: Promise<void> | undefined;

  constructor(services: Omit<Services, 'jobs'>, options: JobsOptions) {
    this.#services = { ...services, jobs: this };
    this.#options = options;
    const { isShared } = services.database;
    this.#metrics = new JobMetrics(services.metrics, services.log, () => this.readBacklog());
    this.#queue = new Queue(services.database, services.log, options.kinds, {
      pollingSeconds: isShared ? POLLING_SECONDS.shared : POLLING_SECONDS.embedded,
      backend: isShared ? 'postgres' : 'pglite',
    });
  }

  /** Creates the queue and starts to execute jobs; waits until the database can be reached. */
  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    while (!(await this.#createQueue())) {
      if (this.#isStopping) return;
      await setTimeout(RETRY_MS);
    }
    if (this.#isStopping) return;
    if (this.#options.executesJobs) await this.#work();
    for (const kind of this.#options.kinds) this.#every(`reap ${kind.name}`, REAP_MS, () => this.#reap(kind));
    for (const task of this.#options.tasks) this.#every(task.name, task.everyMs, () => task.run(this.#services));
  }

  async #work(): Promise<void> {
    for (const kind of this.#options.kinds) {
      await this.#queue.work(kind, (reference) => this.#execute(kind, reference));
    }
    this.#isWorking = true;
    const { database } = this.#services;
    if (!database.isShared) return;
    const report = () => reportPresence(database, this.#process);
    await this.#runOnce('report presence', report);
    this.#every('report presence', PRESENCE_MS, report);
  }

  async #createQueue(): Promise<boolean> {
    try {
      await this.#queue.start();
      return true;
    } catch (error) {
      this.#services.log.warn({ err: error }, 'The queue cannot be reached; retrying');
      return false;
    }
  }

  async enqueue(kind: NamedJob, reference: JobReference, delaySeconds?: number): Promise<void> {
    try {
      await this.start();
      await this.#queue.send(kind, reference, delaySeconds);
    } catch (error) {
      this.#services.log.warn({ err: error, job: kind.name }, 'A job was not announced');
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
   * Claims no further jobs and waits for those that are being executed. What is not done in time is queued again or ends.
   *
   * @param timeoutMs how long that may take, in milliseconds; the last part of it is for ending what is not done
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true;
    await this.#started;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    const wasWorking = this.#isWorking;
    this.#isWorking = false;
    const drained = this.#queue.drain();
    const abort = globalThis.setTimeout(
      () => this.#stopping.abort(new WorkerStopping('The process stops.')),
      Math.max(timeoutMs - GRACE_MS, 0),
    );
    await Promise.all([drained, ...this.#running.values()]);
    clearTimeout(abort);
    if (wasWorking && this.#services.database.isShared) {
      await this.#runOnce('end presence', () => endPresence(this.#services.database, this.#process));
    }
    if (this.#started) await this.#queue.stop();
  }

  async #execute(kind: JobKind, reference: JobReference): Promise<void> {
    this.#claims += 1;
    const owner = `${this.#process}-${this.#claims}`;
    this.#owners.add(owner);
    const startedAt = performance.now();
    try {
      const outcome = await executeJob(kind, reference, owner, this.#stopping.signal, this.#services);
      if (outcome) this.#metrics.observeAttempt(kind.name, outcome, (performance.now() - startedAt) / 1000);
    } catch (error) {
      // The row is unchanged; the reaper finds it when its lease expires.
      this.#services.log.error({ err: error, job: kind.name, id: reference.id }, 'A job was aborted');
    } finally {
      this.#owners.delete(owner);
    }
  }

  async #reap(kind: JobKind): Promise<void> {
    const { toAnnounce, outcomes } = await reap(kind, [...this.#owners], this.#services);
    for (const outcome of outcomes) this.#metrics.countReaped(kind.name, outcome);
    for (const reference of toAnnounce) await this.#queue.send(kind, reference);
  }

  #every(name: string, everyMs: number, run: () => Promise<void>): void {
    this.#timers.push(setInterval(() => this.#runOnce(name, run), everyMs));
  }

  /** Runs a task unless it is running. After a failure it runs again at its next time. */
  #runOnce(name: string, run: () => Promise<void>): Promise<void> {
    const running = this.#running.get(name);
    if (running) return running;
    const promise = run()
      .catch((error) => this.#services.log.warn({ err: error, task: name }, 'A task failed; it runs again later'))
      .finally(() => this.#running.delete(name));
    this.#running.set(name, promise);
    return promise;
  }
}
