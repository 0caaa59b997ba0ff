import type { IHttpResponse } from '@stoplight/prism-http';
import type { JsonObject } from '../../bundled/openapi.ts';
import { type ActionContext, createRecordResponse } from '../../state/context.ts';
import { formatTime } from '../../state/jobs/runs.ts';
import { checkPreconditions, computeEntityTag } from '../../state/preconditions.ts';
import { createEntry } from '../../state/records.ts';

/** Replaces a record, or creates it with the id of the request. */
export function replace(context: ActionContext): IHttpResponse {
  const { collection, store, request, entries, id, now } = context;
  request.checkRules(request.body);
  const existing = entries.get(id);
  checkPreconditions(request, existing ? [computeEntityTag(existing)] : []);
  const { created_at = formatTime(now) } = existing?.record ?? {};
  const record = { ...(request.body as JsonObject), created_at, updated_at: formatTime(now) };
  const entry = createEntry(collection, record, id);
  if (existing) entries.set(entry);
  else store.add(entries, entry);
  return createRecordResponse(context, entry, { status: existing ? 200 : 201 });
}
