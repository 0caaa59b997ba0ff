/** API keys that requests create and delete. Each can be used as a token. */
import { randomUUID } from 'node:crypto';
import type { ApiKey, NewApiKey } from '@aispm/types';
import type { IHttpResponse } from '@stoplight/prism-http';
import { type JsonObject, parseTimestamp } from '../bundled/openapi.ts';
import { ApiError } from '../core/errors.ts';
import { checkWorkspace } from '../requests/token-access.ts';
import { type Entry, ownRecord } from '../sample-data/entry.ts';
import type { RecordList } from '../sample-data/record-list.ts';
import type { RecordOf } from '../sample-data/record-types.ts';
import { type ActionContext, createRecordResponse } from './context.ts';
import { formatTime } from './jobs/runs.ts';
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
  const { workspaces } = request;
  if (workspaces)
    for (const { tenant_id, workspace_id } of given.workspaces) checkWorkspace(workspaces, { tenant_id, workspace_id });
  const expires_at = chooseExpiry(given, request.key, now);
  const id = randomText(ID_LENGTH);
  const record = {
    ...createRecord(context),
    workspaces: given.workspaces.map((workspace, index) => ({ ...workspace, is_default: index === 0 })),
    expires_at,
    last_used_at: null,
  };
  const entry = createEntry(collection, record, id);
  const secret = `aispm_${id}_${randomText(SECRET_LENGTH)}`;
  const stored = withoutSecret(entry);
  store.add(entries, stored);
  store.keys.set(secret, stored);
  return createRecordResponse(context, stored, { body: { ...stored.record, secret } });
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

function chooseExpiry({ expires_at }: NewApiKey, own: ApiKey | undefined, now: number): string | null {
  const limit = own?.expires_at ?? null;
  const chosen = expires_at === undefined ? limit : expires_at;
  if (chosen !== null && parseTimestamp(chosen).ms <= now) {
    throw invalidExpiry('The API key would be expired already.', `must be in the future, got ${chosen}`);
  }
  if (limit !== null && (chosen === null || parseTimestamp(chosen).ms > parseTimestamp(limit).ms)) {
    const detail = `must not be after ${limit}, when your own API key expires`;
    throw invalidExpiry('An API key cannot expire after the API key that creates it.', detail);
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
 * @throws {ApiError} 409
 */
export function checkLastAdmin({ id, record }: Entry, entries: Pick<RecordList, 'values'>): void {
  if (!managesKeys(record)) return;
  const others = [...entries.values()].filter((entry) => entry.id !== id).map((entry) => entry.record);
  const kept = new Set(others.filter(managesKeys).flatMap(listTenants));
  if (listTenants(record).every((tenant) => kept.has(tenant))) return;
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

/** Records the use of an API key. @returns its record; undefined when it is deleted */
export function useKey(entry: Entry | undefined): ApiKey | undefined {
  if (!entry) return undefined;
  const now = Date.now();
  ownRecord(entry).record.last_used_at = formatTime(now - (now % MINUTE_MS));
  return entry.record as RecordOf<'listApiKeys'>;
}
