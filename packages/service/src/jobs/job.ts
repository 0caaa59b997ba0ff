/** What a job is: a row that waits to be worked on, and the kind that says how. */
import type { Db } from '../database/dialect.ts';
import type { Services } from '../services.ts';
import type { Lease, LeasedTable } from './leases.ts';

/** Which row a job is about. */
export interface JobReference {
  tenantId: string;
  workspaceId: string;
  id: string;
}

/** A job in the hands of a worker. */
export interface Job extends JobReference {
  /** Number of the current try, 1 for the first. */
  attempt: number;
  /** What every write to the row has to hold: see `holds`. */
  lease: Lease;
  /** Aborted when the work has to end early; the reason is a {@link StopRequested}, {@link WorkerStopping} or {@link LeaseLost}. */
  signal: AbortSignal;
  /** Runs queries in the workspace of the job, under row-level security. */
  database: <R>(work: (db: Db) => Promise<R>) => Promise<R>;
}

/** How a row ends that its worker has not ended itself. */
export type JobEnd =
  | { status: 'cancelled' }
  | { status: 'failed'; reason: 'error' | 'timeout' | 'worker_lost'; message: string };

/** One kind of jobs. */
export interface JobKind {
  /** Name of the queue: letters, digits and hyphens. */
  name: string;
  /** The rows that are the jobs. */
  table: LeasedTable;
  /** Most jobs of this kind that one process works on at once, 1 or more. */
  concurrency: number;
  /** How many times a job is queued again after its worker was lost; 0 to end it then. */
  retries: number;
  /** Longest time in which a job is done, in milliseconds. */
  timeoutMs: number;
  /** Does the work and writes how it ended. What it throws ends the job as failed. */
  run(job: Job, services: Services): Promise<void>;
  /** Writes the end of a row that has not ended, as long as it is in the hands of this lease: see `holds`. */
  end(db: Db, reference: JobReference, lease: Lease, end: JobEnd): Promise<unknown>;
}

/** What is done from time to time, in every process. Two processes may do it at once. */
export interface PeriodicTask {
  name: string;
  everyMs: number;
  run(services: Services): Promise<void>;
}

/** Somebody asked to stop the work. */
export class StopRequested extends Error {
  override name = 'StopRequested';
}

/** The process ends. What can be tried again is queued again. */
export class WorkerStopping extends Error {
  override name = 'WorkerStopping';
}

/** The job was given up, for the worker was silent for too long. Nothing more may be written. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** The work took longer than its kind allows. */
export class JobTimeout extends Error {
  override name = 'JobTimeout';
}
