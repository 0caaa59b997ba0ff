/** The queue of jobs as handlers and jobs see it. */

/** The row that a job is about. */
export interface JobReference {
  tenantId: string;
  workspaceId: string;
  id: string;
}

/** A kind of jobs, as handlers name it. */
export interface NamedJob {
  /** Such as `scan`, in logs and metrics. */
  readonly name: string;
}

/** The unfinished jobs of one kind. */
export interface UnfinishedJobs {
  job: string;
  queued: number;
  running: number;
  /** Age of the queued job that was requested first, in seconds; 0 when none is queued. */
  oldestQueuedSeconds: number;
}

/** The unfinished jobs of all workspaces. */
export interface Backlog {
  /** Number of processes that execute jobs. */
  workers: number;
  jobs: UnfinishedJobs[];
}

/** Jobs that have waited for less do not count as stuck, in seconds: workers may be about to start. */
const STALLED_SECONDS = 30;

export interface JobQueue {
  /**
   * Lets idle workers of this process look for a row that has entered the state `queued`, after that was committed. Other processes find
   * it within a second.
   */
  wake(kind: NamedJob): void;
  /** Ends queued rows that are to be stopped, without waiting for the next periodic check. */
  sweep(kind: NamedJob): Promise<void>;
  /** Reads how much work waits, and how many processes execute it. */
  readBacklog(): Promise<Backlog>;
}

/** Returns whether jobs wait and no process executes them. */
export function isStalled({ workers, jobs }: Backlog): boolean {
  return workers === 0 && jobs.some(({ oldestQueuedSeconds }) => oldestQueuedSeconds > STALLED_SECONDS);
}
