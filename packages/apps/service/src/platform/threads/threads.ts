/**
 * Threads for what reads long texts from outside. Each task has a deadline, after which its thread ends: whatever a text contains, the
 * process keeps responding.
 */
import { fileURLToPath } from 'node:url';
import workerpool, { type Pool } from 'workerpool';

/** The tasks; `composition/thread.ts` implements them. */
export type ThreadTask = 'judge' | 'redact';

/** A task took too long, and was ended. */
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

export class Threads {
  readonly #pool: Pool;

  /** @param program module with the tasks */
  constructor(program: URL = PROGRAM) {
    this.#pool = workerpool.pool(fileURLToPath(program), {
      workerType: 'thread',
      maxWorkers: MAX_THREADS,
      workerThreadOpts: { resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB } },
    });
  }

  /**
   * Runs a task in a thread, when one is free.
   *
   * @param argument can be cloned
   * @param deadlineMs how long it may run
   * @throws {DeadlineError} when it ran longer
   */
  async run<Result>(task: ThreadTask, argument: unknown, deadlineMs: number): Promise<Result> {
    try {
      return (await this.#pool.exec(task, [argument]).timeout(deadlineMs)) as Result;
    } catch (error) {
      if (error instanceof workerpool.TimeoutError) throw new DeadlineError(task, deadlineMs);
      throw error;
    }
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await this.#pool.terminate(true);
  }
}
