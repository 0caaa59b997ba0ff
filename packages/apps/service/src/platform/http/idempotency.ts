/** Requests with an `Idempotency-Key`: one effect, and the stored response for every retry. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { sql } from 'kysely';
import { forEachInSlices } from '../core/slices.ts';
import type { Db } from '../database/dialect.ts';
import { json } from '../database/json.ts';
import { inWorkspace } from '../database/rows.ts';
import type { Scope } from '../database/scope.ts';
import { ApiError } from './errors/errors.ts';

/** A response as it's stored. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  /** The body, as JSON. */
  body: string;
}

/** How long responses are stored. */
const KEEP = sql`interval '24 hours'`;

/** A key and its request: no other request may use the key. */
export interface KeyedRequest {
  key: string;
  scope: Scope;
  hashes: RequestHashes;
}

/** The hashes of everything that determines the effect of a request. */
interface RequestHashes {
  /** With the body in canonical form. */
  canonical: Buffer;
  /** With the original body: processes of the previous release only know this one. */
  asSent: Buffer;
}

/** Hashes a request, a large body in slices. */
export async function hashRequest(operationId: string, url: string, body: unknown): Promise<RequestHashes> {
  const hash = async (serialization: Serialization) => {
    const sum = createHash('sha256').update(JSON.stringify([operationId, url]));
    await forEachInSlices(toParts(body ?? null, LEVELS_OF_PARTS, serialization), (text) => void sum.update(text));
    return sum.digest();
  };
  return {
    canonical: await hash({ sort: sortProperties, serialize: toCanonicalText }),
    asSent: await hash({ sort: (properties) => properties, serialize: JSON.stringify }),
  };
}

/** Nesting depth up to which bodies are split into parts: properties and list items. */
const LEVELS_OF_PARTS = 2;

type Property = [name: string, value: unknown];

/** Serializes a value. */
interface Serialization {
  sort: (properties: Property[]) => Property[];
  serialize: (value: unknown) => string;
}

/** Returns a value as JSON in parts: a large body as one string would need the same memory again. */
function* toParts(value: unknown, levels: number, how: Serialization): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield how.serialize(value);
    return;
  }
  const isList = Array.isArray(value);
  yield isList ? '[' : '{';
  for (const [name, property] of isList ? Object.entries(value) : how.sort(Object.entries(value))) {
    yield isList ? '' : `${JSON.stringify(name)}:`;
    yield* toParts(property, levels - 1, how);
    yield ',';
  }
  yield isList ? ']' : '}';
}

/** Sorts properties by the UTF-16 code units of their names, as in RFC 8785. */
function sortProperties(properties: Property[]): Property[] {
  return properties.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the canonical JSON of a value (RFC 8785). Items that a batch rejects may not have any, and are compared as sent. */
function toCanonicalText(value: unknown): string {
  try {
    return canonicalize(value) ?? 'null';
  } catch {
    return JSON.stringify(value);
  }
}

/**
 * Claims a key for a request, in the request's transaction. If the process dies, the database rolls back the transaction with
 * the claim, so claims don't need to expire.
 *
 * @returns the stored response; undefined for the first request
 * @throws {ApiError} 409 while the first request is running, 422 if the key was used with another request
 */
export async function claimKey(db: Db, request: KeyedRequest): Promise<StoredResponse | undefined> {
  const { key, scope, hashes } = request;
  const lock = JSON.stringify(['idempotency key', scope.tenantId, scope.workspaceId, scope.userId, key]);
  const locked = await sql<{ isFirst: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) AS "isFirst"`.execute(db);
  if (!locked.rows[0]?.isFirst) throw inProgress();
  const { rows } = await sql`
    INSERT INTO idempotency_keys AS known
      (tenant_id, workspace_id, user_id, idempotency_key, request_hash, canonical_hash, locked_until, expires_at)
    VALUES (${scope.tenantId}, ${scope.workspaceId}, ${scope.userId}, ${key}, ${hashes.asSent}, ${hashes.canonical}, now(), now() + ${KEEP})
    ON CONFLICT (tenant_id, workspace_id, user_id, idempotency_key) DO UPDATE
      SET request_hash = excluded.request_hash, canonical_hash = excluded.canonical_hash, locked_until = excluded.locked_until,
        expires_at = excluded.expires_at, created_at = now(), status = NULL, headers = NULL, body = NULL
      WHERE known.expires_at < now() OR (known.status IS NULL AND known.locked_until < now())
    RETURNING 1`.execute(db);
  if (rows.length > 0) return undefined;
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'canonical_hash', 'status', 'headers', 'body'])
    .where(isKey(request))
    .executeTakeFirst();
  // Between the two statements, a process of the previous release may have released the key.
  if (!stored) return claimKey(db, request);
  const isSame =
    isHash(stored.request_hash, hashes.asSent) ||
    (stored.canonical_hash !== null && isHash(stored.canonical_hash, hashes.canonical));
  if (!isSame) {
    const message = 'The Idempotency-Key was used with another request. Use a new key for a new request.';
    throw new ApiError(422, 'idempotency_key_reused', message, {
      'header/Idempotency-Key': 'was used with another request',
    });
  }
  // In a process of the previous release, which commits its claim.
  if (stored.status === null) throw inProgress();
  return { status: stored.status, headers: stored.headers as Record<string, string>, body: stored.body ?? '' };
}

/** Returns whether a stored hash equals another one. The embedded database returns it as a different type of array. */
function isHash(stored: Uint8Array, hash: Buffer): boolean {
  return Buffer.from(stored).equals(hash);
}

function inProgress(): ApiError {
  const message = 'The first request with this Idempotency-Key still runs. Retry in a moment.';
  return new ApiError(409, 'idempotency_key_in_progress', message, {}, { 'retry-after': '1' });
}

/** Stores the response, in the request's transaction. */
export async function storeResponse(db: Db, request: KeyedRequest, response: StoredResponse): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status: response.status, headers: json(response.headers), body: response.body })
    .where(isKey(request))
    .execute();
}

/** Condition: the row belongs to the key. */
function isKey({ key, scope }: Pick<KeyedRequest, 'key' | 'scope'>) {
  return sql<boolean>`${inWorkspace('idempotency_keys', scope)} AND user_id = ${scope.userId} AND idempotency_key = ${key}`;
}
