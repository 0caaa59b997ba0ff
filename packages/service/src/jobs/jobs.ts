/** The jobs of one process: puts them into the queue, works on them, and looks after those of dead processes. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../services.ts';
import { type JobKind, type JobReference, type PeriodicTask, WorkerStopping } from './job.ts';
import { Queue } from './queue.ts';
import { REAP_MS, reap } from './reaper.ts';
import { GRACE_MS, work } from './worker.ts';

/** How a process takes part. */
export interface JobsOptions {
  kinds: readonly JobKind[];
  tasks: readonly PeriodicTask[];
  /** Whether it works on jobs. It looks after those of dead processes in any case. */
  works: boolean;
}

/** How often idle workers ask a database that other processes write to, and one that only this process does, in seconds. */
const POLLING_SECONDS = { shared: 1, embedded: 30 };
/** Time between two tries to make the queue, while the database is away, in milliseconds. */
const RETRY_MS = 1_000;

export class Jobs {
  readonly #services: Services;
  readonly #options: JobsOptions;
  readonly #queue: Queue;
  readonly #process = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  /** Owners of the leases that this process holds: each job has its own. */
  readonly #working = new Set<string>();
  #claims = 0;
  /** Ends what is not done in time. */
  readonly #givingUp = new AbortController();
  #isStopping = false;
  readonly #timers: NodeJS.Timeout[] = [];
  /** What runs now from time to time, by name. */
  readonly #running = new Map<string, Promise<void>>();
  #started: Promise<void> | undefined;

  constructor(services: Omit<Services, 'jobs'>, options: JobsOptions) {
    this.#services = { ...services, jobs: this };
    this.#options = options;
    const { isShared } = services.database;
    this.#queue = new Queue(services.database, services.log, options.kinds, {
      pollingSeconds: isShared ? POLLING_SECONDS.shared : POLLING_SECONDS.embedded,
      backend: isShared ? 'postgres' : 'pglite',
    });
  }

  /** Makes what the queue needs, and starts to work; waits until the database can be reached. */
  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    while (!(await this.#makeQueue())) {
      if (this.#isStopping) return;
      await delay(RETRY_MS);
    }
    if (this.#isStopping) return;
    for (const kind of this.#options.works ? this.#options.kinds : []) {
      await this.#queue.work(kind, (reference) => this.#work(kind, reference));
    }
    for (const kind of this.#options.kinds) this.#every(`reap ${kind.name}`, REAP_MS, () => this.#reap(kind));
    for (const task of this.#options.tasks) this.#every(task.name, task.everyMs, () => task.run(this.#services));
  }

  async #makeQueue(): Promise<boolean> {
    try {
      await this.#queue.start();
      return true;
    } catch (error) {
      this.#services.log.warn({ err: error }, 'The queue cannot be reached and is tried again');
      return false;
    }
  }

  /**
   * Says that a row has come into the state `queued`, after that was committed. A row whose announcement is lost is found a few
   * seconds later, so that a failure here is no failure of the request.
   *
   * @param delaySeconds how long no worker takes it
   */
  async enqueue(kind: JobKind, reference: JobReference, delaySeconds?: number): Promise<void> {
    try {
      await this.start();
      await this.#queue.send(kind, reference, delaySeconds);
    } catch (error) {
      this.#services.log.warn({ err: error, job: kind.name }, 'A job was not announced');
    }
  }

  /** Ends what nobody has taken and somebody asked to stop, without waiting for the next look. */
  async sweep(kind: JobKind): Promise<void> {
    await this.#once(`reap ${kind.name}`, () => this.#reap(kind));
  }

  /**
   * Takes nothing new and waits for what is under way; what is not done in time is queued again or ends.
   *
   * @param timeoutMs how long that may take, in milliseconds; the last of it is for ending what is not done
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true;
    await this.#started;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    const drained = this.#queue.drain();
    const giveUp = setTimeout(
      () => this.#givingUp.abort(new WorkerStopping('The process ends.')),
      Math.max(timeoutMs - GRACE_MS, 0),
    );
    await Promise.all([drained, ...this.#running.values()]);
    clearTimeout(giveUp);
    if (this.#started) await this.#queue.stop();
  }

  async #work(kind: JobKind, reference: JobReference): Promise<void> {
    this.#claims += 1;
    const owner = `${this.#process}-${this.#claims}`;
    this.#working.add(owner);
    try {
      await work(kind, reference, owner, this.#givingUp.signal, this.#services);
    } catch (error) {
      // The row is as it was, and the reaper comes to it when its lease ends.
      this.#services.log.error({ err: error, job: kind.name, id: reference.id }, 'A job broke off');
    } finally {
      this.#working.delete(owner);
    }
  }

  async #reap(kind: JobKind): Promise<void> {
    for (const reference of await reap(kind, [...this.#working], this.#services))
      await this.#queue.send(kind, reference);
  }

  #every(name: string, everyMs: number, run: () => Promise<void>): void {
    this.#timers.push(setInterval(() => this.#once(name, run), everyMs));
  }

  /** Runs something unless it is running, and takes a failure as a reason to try again at the next time. */
  #once(name: string, run: () => Promise<void>): Promise<void> {
    const running = this.#running.get(name);
    if (running) return running;
    const promise = run()
      .catch((error) => this.#services.log.warn({ err: error, task: name }, 'A task failed and is tried again'))
      .finally(() => this.#running.delete(name));
    this.#running.set(name, promise);
    return promise;
  }
}
