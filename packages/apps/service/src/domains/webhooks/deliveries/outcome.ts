/** Records the outcome of an attempt. */
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/dialect.ts';
import { inWorkspace } from '../../../platform/database/rows.ts';
import { type ClaimedWebhook, holdWebhook } from './claim.ts';
import { type Delivery, deactivateWebhook } from './deliveries.ts';
import { findDelay, isBroken } from './schedule.ts';

/** The outcome of an attempt. */
export type Outcome =
  /** The receiver has accepted the event. */
  | 'accepted'
  /** The receiver wants no more events. */
  | 'gone'
  | Failure;

/** The receiver hasn't accepted the event. */
export interface Failure {
  /** How long the receiver wants no requests, in milliseconds; 0 unless it says so. */
  readonly pauseMs: number;
}

/** What became of a delivery. */
export type Recorded = 'accepted' | 'retried' | 'dropped' | 'deactivated' | 'lost';

/**
 * Records the outcome of an attempt. A receiver that wants no more events, or that has failed for days, gets none.
 *
 * @param db a transaction
 * @param now the current time, in milliseconds since 1970
 */
export async function recordOutcome(
  db: Db,
  webhook: ClaimedWebhook,
  delivery: Delivery,
  outcome: Outcome,
  now: number,
): Promise<Recorded> {
  const held = await holdWebhook(db, webhook);
  if (!held) return 'lost';
  if (outcome === 'gone') return deactivate(db, webhook, 'gone', now);
  const time = new Date(now).toISOString();
  if (outcome === 'accepted') {
    await removeDelivery(db, webhook, delivery, time);
    if (held.first_failure_at !== null) await setFirstFailure(db, webhook, null);
    return 'accepted';
  }
  if (held.first_failure_at === null) await setFirstFailure(db, webhook, time);
  else if (isBroken(Date.parse(held.first_failure_at), now)) return deactivate(db, webhook, 'failures', now);
  const failed_attempts = delivery.failed_attempts + 1;
  const delay = findDelay(failed_attempts);
  if (delay === undefined) {
    await removeDelivery(db, webhook, delivery, time);
    return 'dropped';
  }
  await db
    .updateTable('webhook_deliveries')
    .set({ failed_attempts, due_at: new Date(now + Math.max(delay, outcome.pauseMs)).toISOString() })
    .where(inWorkspace('webhook_deliveries', webhook))
    .where('webhook_id', '=', webhook.id)
    .where('position', '=', delivery.position)
    .execute();
  return 'retried';
}

async function deactivate(
  db: Db,
  webhook: ClaimedWebhook,
  reason: 'gone' | 'failures',
  now: number,
): Promise<'deactivated'> {
  await deactivateWebhook(db, webhook, reason, new Date(now).toISOString());
  return 'deactivated';
}

/** Removes a delivery, and lets the next one about the same thing follow. */
async function removeDelivery(db: Db, webhook: ClaimedWebhook, delivery: Delivery, now: string): Promise<void> {
  const ofWebhook = sql`${inWorkspace('webhook_deliveries', webhook)} AND webhook_id = ${webhook.id}`;
  await sql`DELETE FROM webhook_deliveries WHERE ${ofWebhook} AND position = ${delivery.position}`.execute(db);
  await sql`
    UPDATE webhook_deliveries SET due_at = ${now}::timestamptz
    WHERE ${ofWebhook} AND due_at IS NULL AND position = (
      SELECT position FROM webhook_deliveries WHERE ${ofWebhook} AND subject = ${delivery.subject}
      ORDER BY position LIMIT 1
    )`.execute(db);
}

async function setFirstFailure(db: Db, webhook: ClaimedWebhook, first_failure_at: string | null): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ first_failure_at })
    .where(inWorkspace('webhooks', webhook))
    .where('id', '=', webhook.id)
    .execute();
}
