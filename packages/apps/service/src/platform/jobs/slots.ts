/** The jobs of one kind in one process, up to the kind's concurrency. */
import type { Database } from '../database/database.ts';
import { type ClaimedJob, claimNext, Rotation } from './claim.ts';
import type { JobKind } from './job.ts';

/** Callbacks for claiming and executing jobs. */
export interface SlotsOptions {
  database: Database;
  /** Returns a new owner of a lease. */
  createOwner: () => string;
  /** Executes a job to its end. Never rejects. */
  execute: (job: ClaimedJob) => Promise<void>;
}

export class Slots {
  readonly kind: JobKind;
  readonly #options: SlotsOptions;
  readonly #rotation = new Rotation();
  /** The end of each running job. */
  readonly #running = new Map<ClaimedJob, Promise<void>>();
  #claiming = Promise.resolve();
  #isClaiming = false;
  #isWoken = false;
  #isStopping = false;

  constructor(kind: JobKind, options: SlotsOptions) {
    this.kind = kind;
    this.#options = options;
  }

  /** Whether no more jobs can currently be executed. */
  get isFull(): boolean {
    return this.#running.size >= this.kind.concurrency;
  }

  /** The owners of the running jobs' leases. */
  get owners(): string[] {
    return [...this.#running.keys()].flatMap(({ lease }) => lease.owner ?? []);
  }

  /**
   * Claims jobs until all slots are taken or no more jobs can be claimed. When a job ends, its slot claims the next one.
   *
   * @throws if a claim fails
   */
  wake(): Promise<void> {
    this.#isWoken = true;
    if (!this.#isClaiming) this.#claiming = this.#claim();
    return this.#claiming;
  }

  /** Stops claiming jobs, and waits for running ones. */
  async drain(): Promise<void> {
    this.#isStopping = true;
    await this.#claiming.catch(() => {});
    await Promise.all(this.#running.values());
  }

  async #claim(): Promise<void> {
    this.#isClaiming = true;
    try {
      while (this.#isWoken && !this.isFull && !this.#isStopping) {
        this.#isWoken = false;
        const { database, createOwner } = this.#options;
        const job = await claimNext(database, this.kind, this.#rotation, createOwner(), this.#findBusyTenants());
        if (!job) continue;
        this.#execute(job);
        this.#isWoken = true;
      }
    } finally {
      this.#isClaiming = false;
    }
  }

  #execute(job: ClaimedJob): void {
    const end = this.#options.execute(job).finally(() => {
      this.#running.delete(job);
      // The next check also fails, and reports the error.
      this.wake().catch(() => {});
    });
    this.#running.set(job, end);
  }

  /** Returns the tenants that reached the kind's limit in this process. */
  #findBusyTenants(): string[] {
    const { tenantLimit = Number.POSITIVE_INFINITY } = this.kind;
    const byTenant = Map.groupBy(this.#running.keys(), ({ tenantId }) => tenantId);
    return [...byTenant].filter(([, jobs]) => jobs.length >= tenantLimit).map(([tenantId]) => tenantId);
  }
}
