/** Webhooks that requests create and change, and their secrets. */
import { randomUUID } from 'node:crypto';
import type { NewWebhook, WebhookRotation, WebhookUpdate } from '@aispm/types';
import type { IHttpResponse } from '@stoplight/prism-http';
import { findWebhookUrlProblem, isLoopbackHost } from '../bundled/domain.ts';
import { type JsonObject, parseTimestamp, type Schema } from '../bundled/openapi.ts';
import { ApiError } from '../core/errors.ts';
import type { Entry } from '../sample-data/entry.ts';
import type { RecordOf } from '../sample-data/record-types.ts';
import { type ActionContext, createRecordResponse } from './context.ts';
import { newId } from './identifiers.ts';
import { formatTime } from './jobs/runs.ts';
import { hasPrevious } from './previous-secret.ts';
import { createEntry, createRecord } from './records.ts';

/** How many webhooks a workspace can have. */
const MAX_WEBHOOKS = 50;
/** Length of the key in a secret, in bytes. */
const KEY_BYTES = 32;

/** Returns whether a record is a webhook. */
export function isWebhook(record: JsonObject): boolean {
  return 'kinds' in record && 'deactivation_reason' in record;
}

/**
 * Creates a webhook; only the response contains its secret.
 *
 * @throws {ApiError} 422 for a URL that mustn't be called, or when the workspace has too many webhooks
 */
export function createWebhook(context: ActionContext): IHttpResponse {
  const { collection, store, request, entries, now } = context;
  const { url, is_active = true } = request.body as NewWebhook;
  checkUrl(url);
  if (entries.values().length >= MAX_WEBHOOKS) {
    const message = `The workspace has ${MAX_WEBHOOKS} webhooks, and cannot have more. Delete one first.`;
    throw new ApiError(422, 'limit_exceeded', message);
  }
  const { secret: _, ...record } = createRecord(context);
  const states = { first_failure_at: null, ...describeState(is_active, now), previous_secret_expires_at: null };
  const entry = createEntry(collection, { ...record, ...states }, newId());
  const secret = createSecret();
  entry.secrets = [secret];
  store.add(entries, entry);
  return createRecordResponse(context, entry, { body: { ...entry.record, secret } });
}

/**
 * Changes a webhook.
 *
 * @throws {ApiError} 422 for a URL that mustn't be called
 */
export function changeWebhook({ request, now }: ActionContext, { record }: Entry): void {
  const { is_active, ...fields } = request.body as WebhookUpdate;
  if (fields.url !== undefined) checkUrl(fields.url);
  const isSame = is_active === undefined || (!is_active && record.is_active === false);
  Object.assign(record, fields, !isSame && describeState(is_active, now), { updated_at: formatTime(now) });
}

/** Gives a webhook a new secret. While the one before is still used, another rotation only replaces the newest one. */
export function rotateWebhook(context: ActionContext, entry: Entry): IHttpResponse {
  const { request, now } = context;
  const record = entry.record as RecordOf<'listWebhooks'>;
  const schema = (request.operation.request?.body?.contents?.[0]?.schema ?? {}) as Schema;
  const { overlap_seconds = Number(schema.properties?.overlap_seconds?.default) } = request.body as WebhookRotation;
  const isOverlapping = hasPrevious(record, now);
  const [oldest] = ownSecrets(entry).slice(isOverlapping ? 0 : -1);
  const overlapEnd = now + overlap_seconds * 1000;
  const end = isOverlapping
    ? Math.min(overlapEnd, parseTimestamp(String(record.previous_secret_expires_at)).ms)
    : overlapEnd;
  const secret = createSecret();
  entry.secrets = oldest === undefined ? [secret] : [oldest, secret];
  const previous_secret_expires_at = end > now ? formatTime(end) : null;
  Object.assign(record, { previous_secret_expires_at, updated_at: formatTime(now) });
  return createRecordResponse(context, entry, { body: { ...record, secret } });
}

/** Lists the secrets that sign the events of a webhook, the newest one first. */
export function listSecrets(entry: Entry, now: number): string[] {
  const secrets = ownSecrets(entry);
  return (hasPrevious(entry.record, now) ? secrets : secrets.slice(-1)).toReversed();
}

/** Returns the secrets of a webhook, the newest one last. One of the examples gets its first now. */
function ownSecrets(entry: Entry): string[] {
  entry.secrets ??= [createSecret()];
  return entry.secrets;
}

/** Returns the fields that follow from whether a user activates a webhook. */
function describeState(is_active: boolean, now: number): JsonObject {
  return is_active
    ? { is_active, deactivated_at: null, deactivation_reason: null, first_failure_at: null }
    : { is_active, deactivated_at: formatTime(now), deactivation_reason: 'requested' };
}

/** @throws {ApiError} 422. The operator of the mock allows loopback addresses */
function checkUrl(url: string): void {
  const problem = findWebhookUrlProblem(url, ({ hostname }) => isLoopbackHost(hostname.replace(/^\[|\]$/g, '')));
  if (problem === undefined) return;
  const details = [{ location: 'body/url', message: problem }];
  throw new ApiError(422, 'forbidden_url', 'Events cannot be sent to this URL.', { details });
}

/** Creates a secret, in Node.js and in browsers. */
function createSecret(): string {
  const digits = `${randomUUID()}${randomUUID()}${randomUUID()}`.replaceAll('-', '');
  const bytes = Array.from({ length: KEY_BYTES }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
