/** Metrics of jobs: how many are waiting and for how long, how long they take, and how they end. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Log } from '../core/log.ts';
import type { Backlog } from '../services/job-queue.ts';

/** Upper bounds of the buckets, in seconds: an export takes a fraction of one, an evaluation run up to an hour. */
const BUCKETS = [0.05, 0.25, 1, 2.5, 10, 30, 60, 300, 900, 3600];

/** The outcome of an attempt: the state of its row, `requeued`, or `lost` if another worker has the row. */
export type AttemptOutcome = 'completed' | 'failed' | 'cancelled' | 'requeued' | 'lost';

export class JobMetrics {
  readonly #duration: Histogram<'job' | 'outcome'>;
  readonly #reaped: Counter<'job' | 'outcome'>;

  /** @param readBacklog reads the database; the gauges of the backlog have no values while it fails */
  constructor(registry: Registry, log: Log, readBacklog: () => Promise<Backlog>) {
    const registers = [registry];
    this.#duration = new Histogram({
      name: 'aispm_job_duration_seconds',
      help: 'Duration of job attempts in this process, by kind and outcome.',
      labelNames: ['job', 'outcome'] as const,
      buckets: BUCKETS,
      registers,
    });
    this.#reaped = new Counter({
      name: 'aispm_jobs_reaped_total',
      help: 'Jobs that this process requeued or ended because their worker was lost or no worker claimed them.',
      labelNames: ['job', 'outcome'] as const,
      registers,
    });
    let reading: Promise<Backlog | undefined> | undefined;
    // The gauges are collected together, and share a query.
    const read = () => {
      reading ??= readBacklog()
        .catch((error: unknown) => {
          log.warn({ err: error }, 'Could not read the metrics of jobs');
          return undefined;
        })
        .finally(() => {
          reading = undefined;
        });
      return reading;
    };
    new Gauge({
      name: 'aispm_jobs',
      help: 'Unfinished jobs of all processes, by kind and state.',
      labelNames: ['job', 'state'] as const,
      registers,
      async collect() {
        this.reset();
        for (const { job, queued, running } of (await read())?.jobs ?? []) {
          this.set({ job, state: 'queued' }, queued);
          this.set({ job, state: 'running' }, running);
        }
      },
    });
    new Gauge({
      name: 'aispm_oldest_queued_job_seconds',
      help: 'Age of the oldest queued job, by kind; 0 if none is queued.',
      labelNames: ['job'] as const,
      registers,
      async collect() {
        this.reset();
        for (const { job, oldestQueuedSeconds } of (await read())?.jobs ?? []) this.set({ job }, oldestQueuedSeconds);
      },
    });
    new Gauge({
      name: 'aispm_job_workers',
      help: 'Processes that execute jobs.',
      registers,
      async collect() {
        const backlog = await read();
        // Otherwise, a gauge without labels keeps its last value.
        this.set(backlog?.workers ?? Number.NaN);
      },
    });
  }

  /** Counts an attempt that has ended. */
  observeAttempt(job: string, outcome: AttemptOutcome, seconds: number): void {
    this.#duration.observe({ job, outcome }, seconds);
  }

  /** Counts a job that was requeued or ended without its worker. */
  countReaped(job: string, outcome: 'requeued' | 'failed' | 'cancelled'): void {
    this.#reaped.inc({ job, outcome });
  }
}
