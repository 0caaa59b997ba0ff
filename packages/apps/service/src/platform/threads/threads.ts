/**
 * Threads for tasks that process long external strings. Each task has a deadline, after which its thread is ended, so the
 * process stays responsive no matter what a string contains.
 */
import { fileURLToPath } from 'node:url';
import workerpool, { type Pool } from 'workerpool';
import { FairQueue } from './fair-queue.ts';

/** The tasks; `composition/thread.ts` implements them. */
export type ThreadTask = 'judge' | 'redact';

/** A task exceeded its deadline, and was ended. */
export class DeadlineError extends Error {
  constructor(task: ThreadTask, milliseconds: number) {
    super(`The task "${task}" was ended after ${milliseconds} ms.`);
  }
}

/** In the bundle, all modules are in one folder. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? '../../composition/thread.ts' : './thread.js',
  import.meta.url,
);

const MAX_THREADS = 2;
const MAX_MEMORY_MB = 256;

/** Registers the tasks of a thread. Its program calls this once. */
export function runTasks(tasks: Record<ThreadTask, (argument: never) => unknown>): void {
  const reported = Object.entries(tasks).map(([name, run]) => [
    name,
    (argument: never) => {
      workerpool.workerEmit('started');
      return run(argument);
    },
  ]);
  workerpool.worker(Object.fromEntries(reported));
}

export class Threads {
  readonly #pool: Pool;
  readonly #queue = new FairQueue(MAX_THREADS);
  #isClosed = false;

  /** @param program module with the tasks */
  constructor(program: URL = PROGRAM) {
    this.#pool = workerpool.pool(fileURLToPath(program), {
      workerType: 'thread',
      maxWorkers: MAX_THREADS,
      workerThreadOpts: { resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB } },
    });
  }

  /**
   * Runs a task in a thread, once one is free. Tenants take turns.
   *
   * @param argument must be cloneable
   * @param deadlineMs maximum duration
   * @throws {DeadlineError} if it takes longer
   */
  run<Result>(tenantId: string, task: ThreadTask, argument: unknown, deadlineMs: number): Promise<Result> {
    return this.#queue.run(tenantId, () => this.#execute<Result>(task, argument, deadlineMs));
  }

  async #execute<Result>(task: ThreadTask, argument: unknown, deadlineMs: number): Promise<Result> {
    if (this.#isClosed) throw new Error('The threads have ended.');
    let timer: NodeJS.Timeout | undefined;
    let isLate = false;
    const end = () => {
      isLate = true;
      execution.cancel();
    };
    // A new thread first loads its program, which doesn't count toward the deadline.
    const onStart = () => {
      timer = setTimeout(end, deadlineMs);
    };
    const execution = this.#pool.exec(task, [argument], { on: onStart });
    try {
      return (await execution) as Result;
    } catch (error) {
      throw isLate ? new DeadlineError(task, deadlineMs) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.terminate(true);
  }
}
