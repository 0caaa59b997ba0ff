/** The queue of jobs as handlers and jobs see it. */
import type { Backlog } from './backlog.ts';

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
