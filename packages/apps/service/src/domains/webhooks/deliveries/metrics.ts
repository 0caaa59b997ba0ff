/** Metrics of deliveries: how long attempts take and how they end, and how long webhooks wait for their turn. */
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Log } from '../../../platform/core/log.ts';
import type { Recorded } from './outcome.ts';

/** Upper bounds of the buckets, in seconds: a request takes up to 15. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

export class DeliveryMetrics {
  readonly #duration: Histogram<'outcome'>;

  /** @param readWait reads from the database how long a webhook has been due, in seconds; the gauge has no value while it fails */
  constructor(registry: Registry, log: Log, readWait: () => Promise<number>) {
    const registers = [registry];
    this.#duration = new Histogram({
      name: 'aispm_webhook_attempt_duration_seconds',
      help: 'Duration of attempts to deliver an event from this process, by outcome.',
      labelNames: ['outcome'] as const,
      buckets: BUCKETS,
      registers,
    });
    new Gauge({
      name: 'aispm_oldest_due_webhook_seconds',
      help: 'How long the webhook that waits for its turn for the longest time has been due; 0 if none is.',
      registers,
      async collect() {
        const seconds = await readWait().catch((err: unknown) => {
          log.warn({ err }, 'Could not read the metrics of webhooks');
          return Number.NaN;
        });
        this.set(seconds);
      },
    });
  }

  /** Counts an attempt that has ended. */
  observeAttempt(outcome: Recorded, seconds: number): void {
    this.#duration.observe({ outcome }, seconds);
  }
}
