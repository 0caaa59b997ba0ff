/** Sends the due events of a webhook for a limited time. */
import type { Db } from '../../../platform/database/dialect.ts';
import type { Services } from '../../../platform/services/services.ts';
import { type OutgoingClient, OutgoingError } from '../../evaluations/index.ts';
import { listSecrets, signPayload } from '../signing.ts';
import { type ClaimedWebhook, type HeldWebhook, holdWebhook, releaseWebhook } from './claim.ts';
import { type Delivery, findDue, findNextDue } from './deliveries.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { type Outcome, type Recorded, recordOutcome } from './outcome.ts';
import { planDeliveries } from './plan.ts';
import { findPause } from './schedule.ts';

/** The user of queries that no user requested. */
const SENDER_USER = 'aispm-webhooks';
/** How many requests a receiver gets at once. */
const CONCURRENCY = 8;
/** How long a turn lasts, in milliseconds. The requests at its end may take longer. */
const TURN_MS = 5_000;
/** How long a webhook waits for its next turn if all requests failed, in milliseconds. */
const PAUSE_MS = 60_000;

/**
 * Sends the due events of a webhook, and ends its lease. A receiver that accepts none of them has to wait for its next turn, so
 * that it doesn't keep a process busy, and so does one that asks to wait.
 *
 * @param outgoing the client for URLs that users configure
 * @param metrics count the attempts
 * @param signal aborted if the process stops; interrupted requests are repeated later
 */
export async function takeTurn(
  webhook: ClaimedWebhook,
  services: Services,
  outgoing: OutgoingClient,
  metrics: DeliveryMetrics,
  signal: AbortSignal,
): Promise<void> {
  const { clock, database } = services;
  const scope = { tenantId: webhook.tenantId, workspaceId: webhook.workspaceId, userId: SENDER_USER };
  const write = <R>(run: (db: Db) => Promise<R>) =>
    database.scoped(scope, (session) => session.transaction().execute(run));
  const end = clock.now() + TURN_MS;
  let resumeAt: string | null = null;
  while (!signal.aborted && clock.now() <= end) {
    const now = new Date(clock.now()).toISOString();
    const planned = await write((db) => planDeliveries(db, webhook, now));
    const { held, due } = await write(async (db) => ({
      held: await holdWebhook(db, webhook),
      due: await findDue(db, webhook, now, CONCURRENCY),
    }));
    if (planned === 'lost' || !held) return;
    if (due.length === 0) {
      if (planned === 'more') continue;
      if (planned === 'full') resumeAt = await write((db) => findNextDue(db, webhook));
      break;
    }
    const attempts = await Promise.all(
      due.map(async (delivery) => {
        const started = performance.now();
        const outcome = await attempt(held, delivery, services, outgoing, signal);
        const recorded: Recorded =
          outcome === 'interrupted'
            ? 'lost'
            : await write((db) => recordOutcome(db, webhook, delivery, outcome, clock.now()));
        metrics.observeAttempt(recorded, (performance.now() - started) / 1_000);
        return { recorded, pauseMs: typeof outcome === 'object' ? outcome.pauseMs : 0 };
      }),
    );
    const recorded = attempts.map((each) => each.recorded);
    report(webhook, recorded, services);
    if (recorded.includes('deactivated')) break;
    const pauseMs = Math.max(...attempts.map((each) => each.pauseMs), recorded.includes('accepted') ? 0 : PAUSE_MS);
    if (pauseMs > 0) {
      resumeAt = new Date(clock.now() + pauseMs).toISOString();
      break;
    }
  }
  const now = new Date(clock.now()).toISOString();
  await write((db) => releaseWebhook(db, webhook, now, resumeAt));
}

async function attempt(
  { url, ...columns }: HeldWebhook,
  { message_id, payload }: Delivery,
  { clock, webhookKey, log }: Services,
  outgoing: OutgoingClient,
  signal: AbortSignal,
): Promise<Outcome | 'interrupted'> {
  const sentAt = new Date(clock.now());
  const headers = signPayload(listSecrets(webhookKey, columns, sentAt), message_id, sentAt, payload);
  try {
    const { status, retryAfter } = await outgoing(url, payload, { headers, signal, isBodyIgnored: true });
    if (status >= 200 && status < 300) return 'accepted';
    return status === 410 ? 'gone' : { pauseMs: findPause(status, retryAfter, clock.now()) };
  } catch (error) {
    if (signal.aborted) return 'interrupted';
    if (!(error instanceof OutgoingError)) throw error;
    log.debug({ event: message_id, reason: error.message }, 'A receiver could not be called');
    return { pauseMs: 0 };
  }
}

function report(webhook: ClaimedWebhook, recorded: readonly Recorded[], { log }: Services): void {
  const { tenantId, workspaceId, id } = webhook;
  const about = { tenantId, workspaceId, webhook: id };
  const dropped = recorded.filter((outcome) => outcome === 'dropped').length;
  if (dropped > 0) log.warn({ ...about, count: dropped }, 'Events were given up after their last attempt');
  if (recorded.includes('deactivated')) log.warn(about, 'A webhook was deactivated');
}
