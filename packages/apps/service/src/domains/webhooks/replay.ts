/** Sends the events of a webhook again. */
import type { Webhook } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/http/errors/errors.ts';
import { removeDeliveries } from './deliveries/deliveries.ts';
import { findWebhook, NOW } from './webhooks.ts';

/**
 * Lets a webhook receive the events since a moment again. Older ones that still wait keep their turn.
 *
 * @param db a transaction
 * @param since RFC 3339
 * @returns the webhook; undefined if it doesn't exist
 * @throws {ApiError} 409 if it's inactive, 410 if some of the events have been removed
 */
export async function replayEvents(db: Db, scope: Scope, id: string, since: string): Promise<Webhook | undefined> {
  const webhook = await findWebhook(db, scope, id, 'lock');
  if (!webhook) return undefined;
  if (!webhook.is_active) {
    const message = 'The webhook is inactive, so it receives no events. Activate it first.';
    throw new ApiError(409, 'webhook_inactive', message);
  }
  const position = await findPosition(db, scope, since);
  if (position === undefined) return webhook;
  await removeDeliveries(db, { ...scope, id }, position);
  await db
    .updateTable('webhooks')
    .set({ planned_position: sql`least(planned_position, ${position - 1})`, due_at: NOW, resume_at: null })
    .where(inWorkspace('webhooks', scope))
    .where('id', '=', id)
    .execute();
  return webhook;
}

/**
 * Finds the first change since a moment.
 *
 * @returns the position after the last one if there was none since; undefined if there never was any
 * @throws {ApiError} 410 if some have been removed
 */
async function findPosition(db: Db, workspace: Workspace, since: string): Promise<number | undefined> {
  const { rows } = await sql<{ position: number; removed_at: string | null; is_complete: boolean }>`
    SELECT coalesce((
        SELECT position FROM changes WHERE ${inWorkspace('changes', workspace)} AND occurred_at >= ${since}::timestamptz
        ORDER BY occurred_at, position LIMIT 1
      ), last_position + 1) AS position,
      removed_at, ${since}::timestamptz > coalesce(removed_at, '-infinity') AS is_complete
    FROM change_logs WHERE ${inWorkspace('change_logs', workspace)}`.execute(db);
  const [log] = rows;
  if (log && !log.is_complete) {
    const message = `Events up to ${log.removed_at} have been removed. Replay those since a later moment.`;
    throw new ApiError(410, 'changes_removed', message);
  }
  return log?.position;
}
