/** Requests with an `Idempotency-Key`: one effect, and the stored response for every retry. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { json } from '../database/json.ts';
import { inWorkspace } from '../database/rows.ts';
import type { Scope } from '../database/scope.ts';
import { ApiError } from './errors.ts';

/** A response as it is stored. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  /** The body, as JSON. */
  body: string;
}

/** How long responses are stored. */
const KEEP = sql`interval '24 hours'`;
/** A request that has not ended after this time is considered dead. Longer than any request may take. */
const LOCK = sql`interval '2 minutes'`;

/** A key and the request that it stands for: no other request may use it. */
export interface KeyedRequest {
  key: string;
  scope: Scope;
  hash: Buffer;
}

/** Returns the hash of everything that determines the effect of a request. */
export function hashRequest(operationId: string, url: string, body: unknown): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([operationId, url]));
  for (const text of toTexts(body ?? null, LEVELS_OF_PARTS)) hash.update(text);
  return hash.digest();
}

/** How deep bodies are divided into parts: members, and items of lists. */
const LEVELS_OF_PARTS = 2;

/** Returns a value as JSON in parts: a large body as one text would need as much memory again. */
function* toTexts(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  yield isList ? '[' : '{';
  for (const [name, member] of Object.entries(value)) {
    yield isList ? '' : `${JSON.stringify(name)}:`;
    yield* toTexts(member, levels - 1);
    yield ',';
  }
  yield isList ? ']' : '}';
}

/**
 * Claims a key for a request.
 *
 * @returns the stored response; undefined when this request is the first
 * @throws {ApiError} 409 while the first request still runs, 422 when the key was used with another request
 */
export async function claimKey(db: Db, request: KeyedRequest): Promise<StoredResponse | undefined> {
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
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where(isKey(request))
    .executeTakeFirst();
  // Between the two statements the first request may have failed and released its key.
  if (!stored) return claimKey(db, request);
  if (!Buffer.from(stored.request_hash).equals(request.hash)) {
    const message = 'The Idempotency-Key was used with another request. Use a new key for a new request.';
    throw new ApiError(422, 'idempotency_key_reused', message, {
      'header/Idempotency-Key': 'was used with another request',
    });
  }
  if (stored.status === null) {
    const message = 'The first request with this Idempotency-Key still runs. Retry in a moment.';
    throw new ApiError(409, 'idempotency_key_in_progress', message, {}, { 'retry-after': '1' });
  }
  return { status: stored.status, headers: stored.headers as Record<string, string>, body: stored.body ?? '' };
}

/** Stores the response, in the transaction of the effect. */
export async function storeResponse(db: Db, request: KeyedRequest, response: StoredResponse): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status: response.status, headers: json(response.headers), body: response.body })
    .where(isKey(request))
    .execute();
}

/** Releases the key of a request that had no effect. */
export async function releaseKey(db: Db, request: KeyedRequest): Promise<void> {
  await db.deleteFrom('idempotency_keys').where(isKey(request)).where('status', 'is', null).execute();
}

/** Condition: the row is that of the key. */
function isKey({ key, scope }: Pick<KeyedRequest, 'key' | 'scope'>) {
  return sql<boolean>`${inWorkspace('idempotency_keys', scope)} AND user_id = ${scope.userId} AND idempotency_key = ${key}`;
}
