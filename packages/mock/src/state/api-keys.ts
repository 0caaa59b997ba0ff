/** API keys that requests create and delete. Each can be used as a token. */
import { randomUUID } from 'node:crypto';
import type { ApiKey, ApiKeyRotation, ApiKeyUpdate, NewApiKey } from '@aispm/types';
import type { IHttpResponse } from '@stoplight/prism-http';
import { type JsonObject, parseTimestamp, type Schema } from '../bundled/openapi.ts';
import { ApiError } from '../core/errors.ts';
import { checkWorkspace } from '../requests/token-access.ts';
import { type Entry, ownRecord } from '../sample-data/entry.ts';
import type { RecordList } from '../sample-data/record-list.ts';
import type { RecordOf } from '../sample-data/record-types.ts';
import { type ActionContext, createRecordResponse } from './context.ts';
import { formatTime } from './jobs/runs.ts';
import { hasPrevious } from './previous-secret.ts';
import { createEntry, createRecord } from './records.ts';
import type { Store } from './store.ts';

/** The level of access that manages API keys. */
const MANAGES_KEYS: ApiKey['access'] = 'admin';
/** Lengths of the parts of an API key, in characters. */
const ID_LENGTH = 18;
const SECRET_LENGTH = 43;
/** The last use is recorded to the minute. */
const MINUTE_MS = 60_000;

/**
 * Creates an API key; only the response contains its secret.
 *
 * @throws {ApiError} 403 for a workspace that the API key of the request has no access to, 422 for an invalid expiry
 */
export function createKey(context: ActionContext): IHttpResponse {
  const { collection, store, request, entries, now } = context;
  const given = request.body as NewApiKey;
  const workspaces = chooseWorkspaces(given.workspaces, request);
  const expires_at = chooseExpiry(given, request.key, now);
  const id = randomText(ID_LENGTH);
  const record = {
    ...createRecord(context),
    workspaces,
    expires_at,
    last_used_at: null,
    previous_secret_expires_at: null,
  };
  const entry = createEntry(collection, record, id);
  const secret = createSecret(id);
  const stored = withoutSecret(entry);
  store.add(entries, stored);
  store.keys.set(secret, stored);
  return createRecordResponse(context, stored, { body: { ...stored.record, secret } });
}

/**
 * Changes the name, the workspaces and the expiry of an API key.
 *
 * @throws {ApiError} 403 and 422 as for a new API key, 409 for the last one that manages the API keys of a tenant
 */
export function changeKey({ request, entries, now }: ActionContext, entry: Entry): void {
  const { name, workspaces: given, expires_at } = request.body as ApiKeyUpdate;
  const workspaces = given && chooseWorkspaces(given, request);
  const changes = {
    ...(name !== undefined && { name }),
    ...(workspaces && { workspaces }),
    ...(expires_at !== undefined && { expires_at: chooseExpiry({ expires_at }, request.key, now) }),
  };
  const kept = new Set(workspaces?.map(({ tenant_id }) => tenant_id));
  if (workspaces) checkLastAdmin(entry, entries, (tenant) => kept.has(tenant));
  Object.assign(entry.record, changes);
}

/**
 * Gives an API key a new secret. The one before also works for some time, in which another rotation only replaces the newest one.
 *
 * @throws {ApiError} 403 for an API key of another user, 422 for one that has expired or outlives the one of the request
 */
export function rotateKey(context: ActionContext, entry: Entry): IHttpResponse {
  const { store, request, now } = context;
  const record = entry.record as RecordOf<'listApiKeys'>;
  const { expires_at, user_id } = record;
  if (request.key && request.key.user_id !== user_id) {
    const message = 'Only its user can rotate an API key. Create another one, and delete this one.';
    throw new ApiError(403, 'insufficient_access', message);
  }
  const endMs = expires_at === null ? Number.POSITIVE_INFINITY : parseTimestamp(expires_at).ms;
  if (endMs <= now) throw new ApiError(422, 'invalid_expiry', 'The API key has expired. Change its expiry first.');
  const limit = request.key?.expires_at ?? null;
  if (limit !== null && endMs > parseTimestamp(limit).ms) {
    const message = 'The API key expires after the API key of the request. Rotate it with one that expires later.';
    throw new ApiError(422, 'invalid_expiry', message);
  }
  const schema = (request.operation.request?.body?.contents?.[0]?.schema ?? {}) as Schema;
  const { overlap_seconds = Number(schema.properties?.overlap_seconds?.default) } = request.body as ApiKeyRotation;
  const overlapEnd = Math.min(now + overlap_seconds * 1000, endMs);
  const [previous, newest] = listSecrets(store, entry);
  const isOverlapping = hasPrevious(entry.record, now);
  if (isOverlapping && newest !== undefined) store.keys.set(newest, undefined);
  else if (!isOverlapping && newest !== undefined && previous !== undefined) store.keys.set(previous, undefined);
  const end = isOverlapping
    ? Math.min(overlapEnd, parseTimestamp(String(record.previous_secret_expires_at)).ms)
    : overlapEnd;
  const previous_secret_expires_at = end > now ? formatTime(end) : null;
  Object.assign(record, { previous_secret_expires_at });
  if (end <= now) for (const secret of listSecrets(store, entry)) store.keys.set(secret, undefined);
  const secret = createSecret(entry.id);
  store.keys.set(secret, entry);
  return createRecordResponse(context, entry, { body: { ...record, secret } });
}

/** Lists the secrets of an API key, the newest one last. */
function listSecrets({ keys }: Store, entry: Entry): string[] {
  return [...keys].flatMap(([secret, known]) => (known === entry ? [secret] : []));
}

function createSecret(id: string): string {
  return `aispm_${id}_${randomText(SECRET_LENGTH)}`;
}

/** @throws {ApiError} 403 for a workspace that the API key of the request has no access to */
function chooseWorkspaces(given: NewApiKey['workspaces'], { workspaces }: ActionContext['request']) {
  if (workspaces)
    for (const { tenant_id, workspace_id } of given) checkWorkspace(workspaces, { tenant_id, workspace_id });
  return given.map((workspace, index) => ({ ...workspace, is_default: index === 0 }));
}

/** Returns whether a record is an API key. */
export function isKey(record: JsonObject): boolean {
  return 'last_used_at' in record;
}

/** Returns random hexadecimal digits, in Node.js and in browsers. */
function randomText(length: number): string {
  return `${randomUUID()}${randomUUID()}`.replaceAll('-', '').slice(0, length);
}

/** Returns an entry without the secret in the example's record. */
function withoutSecret(entry: Entry): Entry {
  const { secret: _, ...record } = entry.record;
  return { ...entry, record };
}

function chooseExpiry(
  { expires_at }: Pick<NewApiKey, 'expires_at'>,
  own: ApiKey | undefined,
  now: number,
): string | null {
  const limit = own?.expires_at ?? null;
  const chosen = expires_at === undefined ? limit : expires_at;
  if (chosen !== null && parseTimestamp(chosen).ms <= now) {
    throw invalidExpiry('The API key would be expired already.', `must be in the future, got ${chosen}`);
  }
  if (limit !== null && (chosen === null || parseTimestamp(chosen).ms > parseTimestamp(limit).ms)) {
    const detail = `must not be after ${limit}, when your own API key expires`;
    throw invalidExpiry('An API key cannot expire after the API key that creates or changes it.', detail);
  }
  return chosen;
}

function invalidExpiry(message: string, detail: string): ApiError {
  const details = [{ location: 'body/expires_at', message: detail }];
  return new ApiError(422, 'invalid_expiry', message, { details });
}

/**
 * Checks that a record isn't the last API key that can manage a tenant's keys; any other record passes.
 *
 * @param staysIn whether it still manages the keys of a tenant; default: of none, because it's deleted
 * @throws {ApiError} 409
 */
export function checkLastAdmin(
  { id, record }: Entry,
  entries: Pick<RecordList, 'values'>,
  staysIn: (tenant: string) => boolean = () => false,
): void {
  if (!managesKeys(record)) return;
  const others = [...entries.values()].filter((entry) => entry.id !== id).map((entry) => entry.record);
  const kept = new Set(others.filter(managesKeys).flatMap(listTenants));
  if (listTenants(record).every((tenant) => kept.has(tenant) || staysIn(tenant))) return;
  const message = 'This is the last API key with the access admin of a tenant. Create another one first.';
  throw new ApiError(409, 'last_admin_key', message);
}

function managesKeys({ access, expires_at }: JsonObject): boolean {
  return access === MANAGES_KEYS && (expires_at === null || parseTimestamp(String(expires_at)).ms > Date.now());
}

function listTenants(record: JsonObject): string[] {
  return (record as RecordOf<'listApiKeys'>).workspaces.map(({ tenant_id }) => tenant_id);
}

/** Invalidates the secret of a deleted API key. */
export function forgetKey({ keys }: Store, entry: Entry): void {
  for (const [secret, known] of keys) if (known === entry) keys.set(secret, undefined);
}

/** Records the use of an API key. @returns its record; undefined when it is deleted, or the secret no longer works */
export function useKey(store: Store, secret: string): ApiKey | undefined {
  const entry = store.keys.get(secret);
  if (!entry) return undefined;
  const now = Date.now();
  if (listSecrets(store, entry).at(-1) !== secret && !hasPrevious(entry.record, now)) return undefined;
  ownRecord(entry).record.last_used_at = formatTime(now - (now % MINUTE_MS));
  return entry.record as RecordOf<'listApiKeys'>;
}
