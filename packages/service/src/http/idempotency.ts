/** Requests with an `Idempotency-Key`: one effect, and the first answer for all that come after. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { json } from '../database/json.ts';
import type { Scope } from '../database/scope.ts';
import { ApiError } from './errors.ts';

/** An answer as it is kept. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  /** The body, as JSON. */
  body: string;
}

/** How long answers are kept. */
const KEEP = sql`interval '24 hours'`;
/** After this time a request that has not ended is taken for dead. Longer than any request may take. */
const LOCK = sql`interval '2 minutes'`;

/** What a key stands for: it may come again only with the very same request. */
export interface KeyedRequest {
  key: string;
  scope: Scope;
  hash: Buffer;
}

/** The hash of what a request asks for. */
export function hashRequest(operationId: string, url: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([operationId, url, body ?? null]))
    .digest();
}

/**
 * Claims a key for a request.
 *
 * @returns the answer that was given already; undefined when this request is the first
 * @throws {ApiError} 409 while the first still runs, 422 when the key came with another request
 */
export async function claimKey(db: Db, request: KeyedRequest): Promise<KeptAnswer | undefined> {
  const { rows } = await sql`
    INSERT INTO idempotency_keys AS known
      (tenant_id, workspace_id, user_id, idempotency_key, request_hash, locked_until, expires_at)
    VALUES (${request.scope.tenantId}, ${request.scope.workspaceId}, ${request.scope.userId}, ${request.key},
      ${request.hash}, now() + ${LOCK}, now() + ${KEEP})
    ON CONFLICT (tenant_id, workspace_id, user_id, idempotency_key) DO UPDATE
      SET request_hash = excluded.request_hash, locked_until = excluded.locked_until, expires_at = excluded.expires_at,
        created_at = now(), status = NULL, headers = NULL, body = NULL
      WHERE known.expires_at < now() OR (known.status IS NULL AND known.locked_until < now())
    RETURNING 1`.execute(db);
  if (rows.length > 0) return undefined;
  const known = await rowOf(db, request).executeTakeFirst();
  // Between the two statements it may have failed, and its key is free again.
  if (!known) return claimKey(db, request);
  if (!Buffer.from(known.request_hash).equals(request.hash)) {
    throw new ApiError(422, 'The Idempotency-Key was used with another request; use a new key for a new request.', {
      'header/Idempotency-Key': 'was used with another request',
    });
  }
  if (known.status === null) {
    throw new ApiError(409, 'The first request with this Idempotency-Key still runs; try again in a moment.', {});
  }
  return { status: known.status, headers: known.headers as Record<string, string>, body: known.body ?? '' };
}

function rowOf(db: Db, { key, scope }: KeyedRequest) {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where('tenant_id', '=', scope.tenantId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('user_id', '=', scope.userId)
    .where('idempotency_key', '=', key);
}

/** Keeps the answer, in the transaction of the effect. */
export async function keepAnswer(db: Db, { key, scope }: KeyedRequest, answer: KeptAnswer): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status: answer.status, headers: json(answer.headers), body: answer.body })
    .where('tenant_id', '=', scope.tenantId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('user_id', '=', scope.userId)
    .where('idempotency_key', '=', key)
    .execute();
}

/** Gives a key back after a request that had no effect. */
export async function releaseKey(db: Db, { key, scope }: KeyedRequest): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('tenant_id', '=', scope.tenantId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('user_id', '=', scope.userId)
    .where('idempotency_key', '=', key)
    .where('status', 'is', null)
    .execute();
}
