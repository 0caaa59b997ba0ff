/**
 * Leases webhooks that have events to send. One process at a time sends the events of a webhook. If it dies, its lease
 * expires, and another one continues: the events are in the database until their receivers have accepted them.
 */
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Db } from '../../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace } from '../../../platform/database/rows.ts';

/** How long a lease lasts, in seconds: longer than a turn and the requests at its end. */
const LEASE_SECONDS = 30;

/** A webhook whose events this process sends. */
export interface ClaimedWebhook {
  tenantId: string;
  workspaceId: string;
  id: string;
  /** Identifies the lease. */
  owner: string;
}

/** A webhook while its lease holds it. */
export interface HeldWebhook {
  url: string;
  kinds: string[];
  severities: string[];
  planned_position: number;
  first_failure_at: string | null;
  secret_salt: Uint8Array;
  previous_secret_salt: Uint8Array | null;
  previous_secret_expires_at: string | null;
}

/** The columns of {@link HeldWebhook}. */
const COLUMNS = [
  'url',
  'kinds',
  'severities',
  'planned_position',
  'first_failure_at',
  'secret_salt',
  'previous_secret_salt',
  'previous_secret_expires_at',
] as const;

/**
 * Claims the webhook that has been due for the longest time.
 *
 * @param owner unique; identifies the lease
 * @param now the current time, RFC 3339
 * @param busyTenants tenants whose webhooks currently get no more turns
 * @returns undefined if no webhook is due
 */
export function claimWebhook(
  database: Database,
  owner: string,
  now: string,
  busyTenants: readonly string[] = [],
): Promise<ClaimedWebhook | undefined> {
  return database.system(async (db) => {
    const { rows } = await sql<{ tenantId: string; workspaceId: string; id: string }>`
      UPDATE webhooks SET lease_owner = ${owner}, lease_expires_at = now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})
      WHERE ctid = (
        SELECT ctid FROM webhooks
        WHERE due_at <= ${now}::timestamptz AND (lease_expires_at IS NULL OR lease_expires_at < now())
          AND tenant_id <> ALL(${busyTenants}::text[])
        ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING tenant_id AS "tenantId", workspace_id AS "workspaceId", id`.execute(db);
    return rows[0] && { ...rows[0], owner };
  });
}

/**
 * Returns how long the webhook that has been due for the longest time has waited for its turn, in seconds; 0 if none is due.
 *
 * @param now the current time, RFC 3339
 */
export function readWait(database: Database, now: string): Promise<number> {
  return database.system(async (db) => {
    const { rows } = await sql<{ seconds: number }>`
      SELECT coalesce(extract(epoch FROM greatest(${now}::timestamptz - min(due_at), '0')), 0)::double precision AS seconds
      FROM webhooks WHERE due_at <= ${now}::timestamptz AND (lease_expires_at IS NULL OR lease_expires_at < now())`.execute(
      db,
    );
    return rows[0]?.seconds ?? 0;
  });
}

/**
 * Locks a webhook to the end of the transaction. Everything that a lease allows happens after it, so that two processes never
 * change the same deliveries, nor a process and a request.
 *
 * @returns undefined if the webhook is inactive or deleted, or another lease holds it
 */
export function holdWebhook(db: Db, webhook: ClaimedWebhook): Promise<HeldWebhook | undefined> {
  return db
    .selectFrom('webhooks')
    .select(COLUMNS)
    .where(inWorkspace('webhooks', webhook))
    .where('id', '=', webhook.id)
    .where('is_active', '=', true)
    .where('lease_owner', '=', webhook.owner)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Ends a lease, and finds out when the webhook is due again: not before those that are due already. It's locked first, so that a change which is announced in the
 * meantime is either seen here, or makes the webhook due afterwards.
 *
 * @param db a transaction
 * @param now the current time, RFC 3339
 * @param resumeAt the earliest time of the next turn, RFC 3339; null for no earliest time
 */
export async function releaseWebhook(
  db: Db,
  webhook: ClaimedWebhook,
  now: string,
  resumeAt: string | null,
): Promise<void> {
  if (!(await holdWebhook(db, webhook))) return;
  await sql`
    WITH next (due_at) AS (
      SELECT least(
        (SELECT ${now}::timestamptz FROM change_logs
          WHERE ${inSameWorkspace('change_logs', 'webhooks')} AND last_position > planned_position),
        (SELECT min(due_at) FROM webhook_deliveries AS delivery
          WHERE ${inSameWorkspace('delivery', 'webhooks')} AND webhook_id = webhooks.id)
      )
      FROM webhooks WHERE ${inWorkspace('webhooks', webhook)} AND id = ${webhook.id}
    )
    UPDATE webhooks SET lease_owner = NULL, lease_expires_at = NULL, resume_at = ${resumeAt}::timestamptz,
      due_at = CASE WHEN next.due_at IS NOT NULL THEN greatest(next.due_at, ${now}::timestamptz, ${resumeAt}::timestamptz) END
    FROM next WHERE ${inWorkspace('webhooks', webhook)} AND id = ${webhook.id}`.execute(db);
}
