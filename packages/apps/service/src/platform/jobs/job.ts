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
  /** Must be checked by every write to the row: see `isHeldBy`. */
  lease: Lease;
  /** Aborted if the job has to end early; the reason is a {@link StopRequested}, {@link WorkerStopping} or {@link LeaseLost}. */
  signal: AbortSignal;
  /** Runs queries in the workspace of the job, under row-level security. */
  database: <R>(run: (session: Session) => Promise<R>) => Promise<R>;
}

/** The end of a row that its job didn't end itself. */
export type JobEnd =
  | { status: 'cancelled' }
  | { status: 'failed'; reason: 'error' | 'timeout' | 'worker_lost'; message: string };

/** A kind of job. */
export interface JobKind extends NamedJob {
  /** The table whose rows are the jobs. */
  table: LeasedTable;
  /** Maximum number of jobs of this kind that one process executes at once, at least 1. */
  concurrency: number;
  /** How many of them may belong to one tenant; default: all. For kinds with long jobs. */
  tenantLimit?: number;
  /** Minimum age of a row before a worker claims it, in seconds; default: 0. */
  delaySeconds?: number;
  /** How many times a job is requeued after its worker was lost; 0 to end it instead. */
  retries: number;
  /** Maximum duration of an attempt, in milliseconds. */
  timeoutMs: number;
  /** Executes a job and writes its end. An error ends the job as failed. */
  run(job: Job, services: Services): Promise<void>;
  /** Writes the end of an unfinished row, provided that this lease holds it: see `isHeldBy`. */
  end(db: Db, reference: JobReference, lease: Lease, end: JobEnd): Promise<unknown>;
}

/** A task that every process runs periodically. Two processes may run it at the same time. */
export interface PeriodicTask {
  name: string;
  everyMs: number;
  run(services: Services): Promise<void>;
}

/** A client requested the job to stop. */
export class StopRequested extends Error {
  override name = 'StopRequested';
}

/** The process is stopping. A job that can be retried is requeued. */
export class WorkerStopping extends Error {
  override name = 'WorkerStopping';
}

/** The lease has expired, and the row may belong to another worker. The job must no longer write. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** The attempt exceeded the timeout of its kind. */
export class JobTimeout extends Error {
  override name = 'JobTimeout';
}
