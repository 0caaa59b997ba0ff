/** The queue of jobs as handlers and jobs see it. */

/** The row that a job is about. */
export interface JobReference {
  tenantId: string;
  workspaceId: string;
  id: string;
}

/** A kind of jobs, as far as the queue needs it. */
export interface NamedJob {
  /** Name of the queue: letters, digits and hyphens. */
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

/** Jobs that have waited for less do not count as waiting in vain, in seconds: workers may be about to start. */
const STALLED_SECONDS = 30;

export interface JobQueue {
  /**
   * Announces a row that has entered the state `queued`, after that was committed. A row whose announcement is lost is found a
   * few seconds later, so a failure is logged and not thrown.
   *
   * @param delaySeconds how long no worker claims the row
   */
  enqueue(kind: NamedJob, reference: JobReference, delaySeconds?: number): Promise<void>;
  /** Ends queued rows that are to be stopped, without waiting for the next periodic check. */
  sweep(kind: NamedJob): Promise<void>;
  /** Reads how much work waits, and how many processes execute it. */
  readBacklog(): Promise<Backlog>;
}

/** Returns whether jobs wait and no process executes them. */
export function isStalled({ workers, jobs }: Backlog): boolean {
  return workers === 0 && jobs.some(({ oldestQueuedSeconds }) => oldestQueuedSeconds > STALLED_SECONDS);
}
