/** Sends the events of webhooks in one process: of several webhooks at once, so that a slow receiver delays no other one. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Services } from '../../../platform/services/services.ts';
import { createOutgoingClient, type OutgoingClient, type OutgoingOptions } from '../../evaluations/index.ts';
import { announceChanges } from './announce.ts';
import { type ClaimedWebhook, claimWebhook, readWait } from './claim.ts';
import { DeliveryMetrics } from './metrics.ts';
import { takeTurn } from './turn.ts';

/** How often a process looks for events, in milliseconds. */
const POLL_MS = 1_000;
/** How many webhooks of all tenants, and of one, have their turn at once. */
const MAX_TURNS = 32;
const MAX_TURNS_OF_TENANT = 8;
/** The part of the time for stopping that is left for ending the leases, in milliseconds. */
const GRACE_MS = 2_000;

export class WebhookSender {
  readonly #services: Services;
  readonly #outgoing: OutgoingClient;
  readonly #metrics: DeliveryMetrics;
  readonly #process = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  /** The end of each turn. */
  readonly #turns = new Map<ClaimedWebhook, Promise<void>>();
  readonly #stopping = new AbortController();
  #claims = 0;
  #claiming: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  /** @param options of the client; the addresses are those of the settings */
  constructor(services: Services, options: Omit<OutgoingOptions, 'allow'> = {}) {
    this.#services = services;
    this.#outgoing = createOutgoingClient({ ...options, allow: services.settings.outgoingHosts });
    const { metrics, log, database, clock } = services;
    this.#metrics = new DeliveryMetrics(metrics, log, () => readWait(database, new Date(clock.now()).toISOString()));
  }

  /** Sends events until {@link stop}. */
  start(): void {
    this.#timer = setInterval(() => void this.#claim(), POLL_MS);
  }

  /** Sends what is due now. */
  async sendDue(): Promise<void> {
    await this.#claim();
    while (this.#turns.size > 0) {
      await Promise.all(this.#turns.values());
      await this.#claiming;
      await this.#claim();
    }
  }

  /**
   * Begins no more requests, and waits for the others.
   *
   * @param timeoutMs how long that may take, in milliseconds; then they are interrupted, and repeated later
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#claiming;
    const abort = setTimeout(() => this.#stopping.abort(), Math.max(timeoutMs - GRACE_MS, 0));
    await Promise.all(this.#turns.values());
    clearTimeout(abort);
  }

  /** Claims webhooks until there are no more, or no more can have their turn. */
  #claim(): Promise<void> {
    this.#claiming ??= this.#claimAll()
      .catch((err: unknown) => this.#services.log.warn({ err }, 'Could not send events; they will be sent later'))
      .finally(() => {
        this.#claiming = undefined;
      });
    return this.#claiming;
  }

  async #claimAll(): Promise<void> {
    const { database, clock } = this.#services;
    await announceChanges(database, new Date(clock.now()).toISOString());
    while (this.#turns.size < MAX_TURNS && !this.#isStopping) {
      this.#claims += 1;
      const owner = `${this.#process}-${this.#claims}`;
      const now = new Date(clock.now()).toISOString();
      const webhook = await claimWebhook(database, owner, now, this.#findBusyTenants());
      if (!webhook) return;
      this.#turns.set(webhook, this.#take(webhook));
    }
  }

  async #take(webhook: ClaimedWebhook): Promise<void> {
    try {
      await takeTurn(webhook, this.#services, this.#outgoing, this.#metrics, this.#stopping.signal);
    } catch (err) {
      // Its lease expires, and the events are sent again.
      this.#services.log.warn({ err, webhook: webhook.id }, 'Could not send events; they will be sent later');
    }
    this.#turns.delete(webhook);
    void this.#claim();
  }

  #findBusyTenants(): string[] {
    const byTenant = Map.groupBy(this.#turns.keys(), ({ tenantId }) => tenantId);
    return [...byTenant].filter(([, turns]) => turns.length >= MAX_TURNS_OF_TENANT).map(([tenantId]) => tenantId);
  }
}
