/** Derives deliveries from the log of changes. */
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/dialect.ts';
import { inWorkspace, jsonRecordset } from '../../../platform/database/rows.ts';
import { type ClaimedWebhook, holdWebhook } from './claim.ts';
import { type Event, readChanges, writeEvents } from './events.ts';

/** Maximum number of changes per step. */
const MAX_CHANGES = 500;
/** How many deliveries of a webhook may wait. The log of changes keeps the others until there is room. */
const MAX_WAITING = 1_000;

/** The outcome of a step. */
export type Planned =
  /** There may be more changes. */
  | 'more'
  /** All changes have been looked at. */
  | 'done'
  /** As many deliveries as possible wait. */
  | 'full'
  /** The lease no longer holds the webhook. */
  | 'lost';

/**
 * Adds the deliveries of the next changes. They and the new position are committed together, so that a crash neither loses an
 * event nor adds it twice.
 *
 * @param db a transaction
 * @param now the current time, RFC 3339
 */
export async function planDeliveries(db: Db, webhook: ClaimedWebhook, now: string): Promise<Planned> {
  const held = await holdWebhook(db, webhook);
  if (!held) return 'lost';
  if ((await countWaiting(db, webhook)) >= MAX_WAITING) return 'full';
  const changes = await readChanges(db, webhook, held.planned_position, MAX_CHANGES);
  const last = changes.at(-1);
  if (!last) return 'done';
  await insertDeliveries(db, webhook, await writeEvents(db, webhook, changes, held), now);
  await db
    .updateTable('webhooks')
    .set({ planned_position: last.position })
    .where(inWorkspace('webhooks', webhook))
    .where('id', '=', webhook.id)
    .execute();
  return changes.length < MAX_CHANGES ? 'done' : 'more';
}

async function countWaiting(db: Db, webhook: ClaimedWebhook): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM webhook_deliveries WHERE ${inWorkspace('webhook_deliveries', webhook)} AND webhook_id = ${webhook.id}
      LIMIT ${sql.lit(MAX_WAITING)}
    ) AS waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Inserts deliveries. Those about something that an earlier one is about have to wait for it. */
async function insertDeliveries(db: Db, webhook: ClaimedWebhook, events: readonly Event[], now: string): Promise<void> {
  const { tenantId, workspaceId, id } = webhook;
  await sql`
    INSERT INTO webhook_deliveries (tenant_id, workspace_id, webhook_id, position, subject, message_id, payload, due_at)
    SELECT ${tenantId}, ${workspaceId}, ${id}, position, subject, message_id, payload,
      CASE WHEN position = min(position) OVER (PARTITION BY subject) AND NOT EXISTS (
        SELECT FROM webhook_deliveries AS earlier
        WHERE ${inWorkspace('earlier', webhook)} AND earlier.webhook_id = ${id} AND earlier.subject = given.subject
      ) THEN ${now}::timestamptz END
    FROM ${jsonRecordset(JSON.stringify(events), 'position bigint, subject text, message_id text, payload text')}`.execute(
    db,
  );
}
