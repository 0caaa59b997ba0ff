/** The job queue, as seen by handlers and jobs. */

/** The row of a job. */
export interface JobReference {
  tenantId: string;
  workspaceId: string;
  id: string;
}

/** A kind of job, by name. */
export interface NamedJob {
  /** Such as `scan`, in logs and metrics. */
  readonly name: string;
}

/** The unfinished jobs of one kind. */
export interface UnfinishedJobs {
  job: string;
  queued: number;
  running: number;
  /** Age of the oldest queued job, in seconds; 0 if none is queued. */
  oldestQueuedSeconds: number;
}

/** The unfinished jobs of all workspaces. */
export interface Backlog {
  /** Number of processes that execute jobs. */
  workers: number;
  jobs: UnfinishedJobs[];
}

/** Jobs that have waited less long don't count as stuck, because workers may be about to start. In seconds. */
const STALLED_SECONDS = 30;

export interface JobQueue {
  /**
   * Wakes idle workers of this process after a row was committed as `queued`. Other processes find it within a second.
   */
  wake(kind: NamedJob): void;
  /** Ends queued rows with a stop request, without waiting for the next periodic check. */
  sweep(kind: NamedJob): Promise<void>;
  /** Reads the number of waiting jobs, and of processes that execute jobs. */
  readBacklog(): Promise<Backlog>;
}

/** Returns whether jobs are waiting but no process executes them. */
export function isStalled({ workers, jobs }: Backlog): boolean {
  return workers === 0 && jobs.some(({ oldestQueuedSeconds }) => oldestQueuedSeconds > STALLED_SECONDS);
}
