/** The jobs of one kind in one process: as many at once as the kind allows. */
import type { Database } from '../database/database.ts';
import { type ClaimedJob, claimNext, Rotation } from './claim.ts';
import type { JobKind } from './job.ts';

/** What a process does with jobs. */
export interface SlotsOptions {
  database: Database;
  /** Returns a new owner of a lease. */
  createOwner: () => string;
  /** Executes a job to its end; never fails. */
  execute: (job: ClaimedJob) => Promise<void>;
}

export class Slots {
  readonly kind: JobKind;
  readonly #options: SlotsOptions;
  readonly #rotation = new Rotation();
  /** The end of each job that is being executed. */
  readonly #running = new Map<ClaimedJob, Promise<void>>();
  #claiming = Promise.resolve();
  #isClaiming = false;
  #isWoken = false;
  #isStopping = false;

  constructor(kind: JobKind, options: SlotsOptions) {
    this.kind = kind;
    this.#options = options;
  }

  /** Whether no further job can be executed at the moment. */
  get isFull(): boolean {
    return this.#running.size >= this.kind.concurrency;
  }

  /** The owners of the leases of the jobs that are being executed. */
  get owners(): string[] {
    return [...this.#running.keys()].flatMap(({ lease }) => lease.owner ?? []);
  }

  /**
   * Claims jobs until all slots are taken or no more can be claimed. When a job ends, its slot claims the next one.
   *
   * @throws what a claim throws
   */
  wake(): Promise<void> {
    this.#isWoken = true;
    if (!this.#isClaiming) this.#claiming = this.#claim();
    return this.#claiming;
  }

  /** Claims no further jobs, and waits for those that are being executed. */
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
      // A failure is that of the next check, too, which reports it.
      this.wake().catch(() => {});
    });
    this.#running.set(job, end);
  }

  /** Returns the tenants that have as many jobs in this process as the kind allows. */
  #findBusyTenants(): string[] {
    const { tenantLimit = Number.POSITIVE_INFINITY } = this.kind;
    const byTenant = Map.groupBy(this.#running.keys(), ({ tenantId }) => tenantId);
    return [...byTenant].filter(([, jobs]) => jobs.length >= tenantLimit).map(([tenantId]) => tenantId);
  }
}
