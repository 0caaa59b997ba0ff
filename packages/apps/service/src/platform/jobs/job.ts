/** Jobs: rows that workers process, and the kinds that define how. */
import type { Db, Session } from '../database/dialect.ts';
import type { JobReference, NamedJob } from '../services/job-queue.ts';
import type { Services } from '../services/services.ts';
import type { Lease, LeasedTable } from './leases.ts';

export type { JobReference } from '../services/job-queue.ts';

/** A job that a worker executes. */
export interface Job extends JobReference {
  /** Number of the current attempt, from 1. */
  attempt: number;
  /** The condition of every write to the row: see `isHeldBy`. */
  lease: Lease;
  /** Aborted when the job has to end early; the reason is a {@link StopRequested}, {@link WorkerStopping} or {@link LeaseLost}. */
  signal: AbortSignal;
  /** Runs queries in the workspace of the job, under row-level security. */
  database: <R>(run: (session: Session) => Promise<R>) => Promise<R>;
}

/** The end of a row that its job has not ended itself. */
export type JobEnd =
  | { status: 'cancelled' }
  | { status: 'failed'; reason: 'error' | 'timeout' | 'worker_lost'; message: string };

/** A kind of jobs. */
export interface JobKind extends NamedJob {
  /** The table whose rows are the jobs. */
  table: LeasedTable;
  /** Maximum number of jobs of this kind that one process executes at once, at least 1. */
  concurrency: number;
  /** How many of them may be jobs of one tenant; default: all. For kinds whose jobs take long. */
  tenantLimit?: number;
  /** How long no worker claims a row after its creation, in seconds; default: 0. */
  delaySeconds?: number;
  /** How many times a job is queued again after its worker was lost; 0 to end it instead. */
  retries: number;
  /** Maximum duration of an attempt, in milliseconds. */
  timeoutMs: number;
  /** Executes a job and writes its end. An error ends the job as failed. */
  run(job: Job, services: Services): Promise<void>;
  /** Writes the end of a row that has not ended, on the condition that this lease holds it: see `isHeldBy`. */
  end(db: Db, reference: JobReference, lease: Lease, end: JobEnd): Promise<unknown>;
}

/** A task that every process runs periodically. Two processes may run it at the same time. */
export interface PeriodicTask {
  name: string;
  everyMs: number;
  run(services: Services): Promise<void>;
}

/** A client has requested that the job stops. */
export class StopRequested extends Error {
  override name = 'StopRequested';
}

/** The process stops. A job that can be retried is queued again. */
export class WorkerStopping extends Error {
  override name = 'WorkerStopping';
}

/** The lease has expired, and the row belongs to nobody or to another worker. The job must not write any more. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** The attempt took longer than its kind allows. */
export class JobTimeout extends Error {
  override name = 'JobTimeout';
}
