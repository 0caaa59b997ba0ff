/** Reads, creates, changes and deletes webhooks. */
import type { KeyObject } from 'node:crypto';
import type { CreatedWebhook, NewWebhook, Webhook, WebhookRotation, WebhookUpdate } from '@aispm/types';
import { sql } from 'kysely';
import { getSchemaAt } from '../../platform/contract/limits.ts';
import { newId } from '../../platform/core/identifiers.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/http/errors/errors.ts';
import { anyOf, equal, since } from '../../platform/lists/filters.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';
import { lastPosition, removeDeliveries } from './deliveries/deliveries.ts';
import { createSalt, deriveSecret } from './signing.ts';

/** How many webhooks a workspace can have. */
const MAX_WEBHOOKS = 50;

/** The time to the millisecond, like the columns, so that it's never later than now. */
export const NOW = sql<string>`date_trunc('milliseconds', now())`;

const COLUMNS = [
  'id',
  'name',
  'url',
  'kinds',
  'severities',
  'is_active',
  'deactivated_at',
  'deactivation_reason',
  'first_failure_at',
  'created_at',
  'updated_at',
] as const;

/** Until when the previous secret is used; null if it no longer is. */
const PREVIOUS_EXPIRY = sql<
  string | null
>`CASE WHEN previous_secret_expires_at > now() THEN previous_secret_expires_at END`;

/** Selects the webhooks of a workspace, without the values that determine their secrets. */
function selectWebhooks(db: Db, scope: Scope) {
  return db
    .selectFrom('webhooks')
    .select(COLUMNS)
    .select(PREVIOUS_EXPIRY.as('previous_secret_expires_at'))
    .where(inWorkspace('webhooks', scope))
    .$castTo<Webhook>();
}

export const webhookList: List<'listWebhooks', Webhook, Webhook> = {
  operation: 'listWebhooks',
  rows: selectWebhooks,
  filters: {
    id: anyOf('id'),
    is_active: equal('is_active'),
    created_since: since('created_at'),
    updated_since: since('updated_at'),
  },
  sorts: { sorted: sortKey('name_order', 'text') },
  id: sql.ref('id'),
  toItem: (row) => row,
};

/**
 * Returns a webhook; undefined if the workspace doesn't have it.
 *
 * @param mode `lock` locks it to the end of the transaction
 */
export function findWebhook(db: Db, scope: Scope, id: string, mode?: 'lock'): Promise<Webhook | undefined> {
  const found = selectWebhooks(db, scope).where('id', '=', id);
  return (mode === 'lock' ? found.forUpdate() : found).executeTakeFirst();
}

/** @throws {Error} if the webhook doesn't exist, which the transaction rules out */
async function getWebhook(db: Db, scope: Scope, id: string): Promise<Webhook> {
  const webhook = await findWebhook(db, scope, id);
  if (!webhook) throw new Error('A transaction does not see the webhook that it has written.');
  return webhook;
}

/**
 * Creates a webhook. Creations in a workspace run one after the other, so that it never has more than it can.
 *
 * @param key the key from which secrets are derived
 * @throws {ApiError} 422 if the workspace has too many
 */
export async function insertWebhook(
  db: Db,
  scope: Scope,
  key: KeyObject,
  { name, url, kinds = [], severities = [], is_active = true }: NewWebhook,
): Promise<CreatedWebhook> {
  const { tenantId, workspaceId } = scope;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhooks ${tenantId} ${workspaceId}`}, 0))`.execute(db);
  const { count } = await db
    .selectFrom('webhooks')
    .select(sql<number>`count(*)`.as('count'))
    .where(inWorkspace('webhooks', scope))
    .executeTakeFirstOrThrow();
  if (count >= MAX_WEBHOOKS) {
    const message = `The workspace has ${MAX_WEBHOOKS} webhooks, and cannot have more. Delete one first.`;
    throw new ApiError(422, 'limit_exceeded', message);
  }
  const id = newId();
  const secret_salt = createSalt();
  await db
    .insertInto('webhooks')
    .values({
      tenant_id: tenantId,
      workspace_id: workspaceId,
      id,
      name,
      url,
      kinds,
      severities,
      secret_salt,
      planned_position: lastPosition(scope),
      is_active,
      ...(is_active ? { due_at: NOW } : DEACTIVATED),
    })
    .execute();
  return { ...(await getWebhook(db, scope, id)), secret: deriveSecret(key, secret_salt) };
}

/** The columns of a webhook that a user deactivates. */
const DEACTIVATED = { deactivated_at: sql<string>`now()`, deactivation_reason: 'requested', due_at: null };

/**
 * Changes the given fields of a webhook. Deactivating it again keeps the time and the reason; activating it lets it receive the
 * events from now on.
 *
 * @returns undefined if it doesn't exist
 */
export async function changeWebhook(
  db: Db,
  scope: Scope,
  id: string,
  { is_active, ...fields }: WebhookUpdate,
): Promise<Webhook | undefined> {
  const before = await findWebhook(db, scope, id, 'lock');
  if (!before) return undefined;
  if (is_active === false && before.is_active) await removeDeliveries(db, { ...scope, id });
  await db
    .updateTable('webhooks')
    .set({
      ...fields,
      ...(is_active !== undefined && { is_active }),
      ...(is_active === true && { deactivated_at: null, deactivation_reason: null, first_failure_at: null }),
      ...(is_active === true && !before.is_active && { planned_position: lastPosition(scope) }),
      // The receiver may work again.
      resume_at: null,
      ...((is_active ?? before.is_active) && { due_at: NOW }),
      ...(is_active === false && before.is_active && DEACTIVATED),
      updated_at: sql`now()`,
    })
    .where(inWorkspace('webhooks', scope))
    .where('id', '=', id)
    .execute();
  return getWebhook(db, scope, id);
}

/** How long the previous secret is used by default, in seconds. */
const DEFAULT_OVERLAP = Number(getSchemaAt('WebhookRotation.overlap_seconds').default);

/**
 * Gives a webhook a new secret. The previous one is also used for some time; while it is, another rotation only replaces the newest
 * one.
 *
 * @param key the key from which secrets are derived
 * @returns the webhook with its secret; undefined if it doesn't exist
 */
export async function rotateSecret(
  db: Db,
  scope: Scope,
  key: KeyObject,
  id: string,
  { overlap_seconds = DEFAULT_OVERLAP }: WebhookRotation,
): Promise<CreatedWebhook | undefined> {
  const salt = createSalt();
  const end = sql<string>`${NOW} + ${overlap_seconds} * interval '1 second'`;
  const isOverlapping = sql`previous_secret_expires_at > now()`;
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({
      secret_salt: salt,
      previous_secret_salt: sql<Buffer>`CASE WHEN ${isOverlapping} THEN previous_secret_salt ELSE secret_salt END`,
      previous_secret_expires_at: sql<string>`
        CASE WHEN ${isOverlapping} THEN least(previous_secret_expires_at, ${end}) ELSE ${end} END`,
      updated_at: sql`now()`,
    })
    .where(inWorkspace('webhooks', scope))
    .where('id', '=', id)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) return undefined;
  return { ...(await getWebhook(db, scope, id)), secret: deriveSecret(key, salt) };
}

/** Deletes a webhook. @returns false if it doesn't exist */
export async function deleteWebhook(db: Db, scope: Scope, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where(inWorkspace('webhooks', scope))
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}
