/** Reads the deliveries of a webhook, and removes them. */
import type { WebhookDeactivationReason } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../../platform/database/rows.ts';

/** A delivery that is due. */
export interface Delivery {
  /** The position of the change in the log. */
  position: number;
  subject: string;
  message_id: string;
  payload: string;
  failed_attempts: number;
}

/** Identifies a webhook. */
export type WebhookReference = Workspace & { id: string };

/**
 * Returns due deliveries, each about something else: of several about the same, only the first one is due.
 *
 * @param now the current time, RFC 3339
 */
export function findDue(db: Db, webhook: WebhookReference, now: string, limit: number): Promise<Delivery[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['position', 'subject', 'message_id', 'payload', 'failed_attempts'])
    .where(inWorkspace('webhook_deliveries', webhook))
    .where('webhook_id', '=', webhook.id)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Returns when the next delivery is due, RFC 3339; null if none waits. */
export async function findNextDue(db: Db, webhook: WebhookReference): Promise<string | null> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('due_at')
    .where(inWorkspace('webhook_deliveries', webhook))
    .where('webhook_id', '=', webhook.id)
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

/**
 * Removes the deliveries of a webhook.
 *
 * @param from the first position to remove; default: all
 */
export async function removeDeliveries(db: Db, webhook: WebhookReference, from = 0): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where(inWorkspace('webhook_deliveries', webhook))
    .where('webhook_id', '=', webhook.id)
    .where('position', '>=', from)
    .execute();
}

/** The last position of a workspace's log of changes: what happens later comes after it. */
export function lastPosition({ tenantId, workspaceId }: Workspace): RawBuilder<number> {
  return sql<number>`coalesce((SELECT last_position FROM change_logs
    WHERE tenant_id = ${tenantId} AND workspace_id = ${workspaceId}), 0)`;
}

/**
 * Deactivates an active webhook, and removes its deliveries.
 *
 * @param now the current time, RFC 3339
 */
export async function deactivateWebhook(
  db: Db,
  webhook: WebhookReference,
  reason: WebhookDeactivationReason,
  now: string,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ is_active: false, deactivated_at: now, deactivation_reason: reason, due_at: null, updated_at: sql`now()` })
    .where(inWorkspace('webhooks', webhook))
    .where('id', '=', webhook.id)
    .execute();
  await removeDeliveries(db, webhook);
}
