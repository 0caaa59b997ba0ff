import type { IHttpResponse } from '@stoplight/prism-http';
import { type JsonObject, matchesEntityTag } from '../../bundled/openapi.ts';
import { ApiError, invalidRequestError } from '../../core/errors.ts';
import { listItemTimestamps } from '../../requests/request-rules.ts';
import { findUnsupported } from '../../requests/violations.ts';
import type { ActionContext } from '../../state/context.ts';
import { computeEntityTag } from '../../state/preconditions.ts';
import { changeRecord } from '../../state/records.ts';
import { findTransitionError } from '../../state/transitions.ts';

/** One update of a batch. */
interface Update {
  id: string;
  precondition: unknown;
  properties: JsonObject;
}

/** Changes several records, each completely or not at all. */
export function changeAll(context: ActionContext): IHttpResponse {
  const { collection, example, request } = context;
  const { updates } = request.body as { updates: JsonObject[] };
  const seen = new Set<string>();
  const timestamps = listItemTimestamps(request.operation);
  const results = updates.map((item, index) => {
    const { [collection.idField]: id, if_match: precondition, ...properties } = item;
    const update = { id: String(id), precondition, properties };
    const identity = { index, [collection.idField]: id };
    const error = findError(context, update, seen, { location: `body/updates/${index}`, timestamps });
    seen.add(update.id);
    const etag = error ? null : applyUpdate(context, update);
    return { ...identity, status: error ? 'rejected' : 'updated', etag, ...(error && { error: error.body }) };
  });
  const rejected = results.filter(({ status }) => status === 'rejected').length;
  const body = { updated_count: results.length - rejected, rejected_count: rejected, results };
  return { ...example, body };
}

/** Returns why an update isn't possible. */
function findError(
  { entries, collection }: ActionContext,
  { id, precondition, properties }: Update,
  seen: ReadonlySet<string>,
  { location, timestamps }: { location: string; timestamps: readonly string[] },
): ApiError | undefined {
  if (seen.has(id)) {
    const details = [{ location: `${location}/${collection.idField}`, message: 'occurs in an earlier update' }];
    return new ApiError(422, 'duplicate_key', 'A batch can update each record only once.', { details });
  }
  const unsupported = findUnsupported(properties, location, timestamps);
  if (unsupported.length > 0) return invalidRequestError(unsupported);
  const entry = entries.get(id);
  if (!entry) return new ApiError(404, 'not_found', `The record "${id}" does not exist.`);
  if (typeof precondition === 'string' && !matchesEntityTag(precondition, computeEntityTag(entry)))
    return new ApiError(412, 'precondition_failed', 'The record has changed. Read it again.');
  return findTransitionError(entry, properties, collection, location);
}

/** Applies an update. @returns the new entity tag */
function applyUpdate(context: ActionContext, { id, properties }: Update): string | null {
  const entry = context.entries.get(id);
  if (!entry) return null;
  changeRecord(entry, properties, context);
  return computeEntityTag(entry);
}
