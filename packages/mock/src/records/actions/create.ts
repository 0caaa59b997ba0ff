import type { IHttpResponse } from '@stoplight/prism-http';
import type { JsonObject } from '../../bundled/openapi.ts';
import { returnsSecret } from '../../sample-data/collections.ts';
import { createKey } from '../../state/api-keys.ts';
import { type ActionContext, createRecordResponse } from '../../state/context.ts';
import { newId } from '../../state/identifiers.ts';
import { isScan } from '../../state/jobs/runs.ts';
import { createScan, getScanResult } from '../../state/jobs/scans.ts';
import { createEntry, createRecord } from '../../state/records.ts';
import { createWebhook } from '../../state/webhooks.ts';

/** Creates a record. A scan is queued. */
export function create(context: ActionContext): IHttpResponse {
  context.request.checkRules(context.request.body);
  if (returnsSecret(context.request.operation)) {
    return context.collection.list.iid === 'listWebhooks' ? createWebhook(context) : createKey(context);
  }
  const { collection, store, request, entries, now } = context;
  const entry = createEntry(collection, createRecord(context), newId());
  if (isScan(entry.record)) {
    entry.times.startedMs = now;
    entry.document = request.body as JsonObject;
    entry.result = getScanResult(request.body as JsonObject);
    entry.record = createScan(entry.record, now);
  }
  store.add(entries, entry);
  return createRecordResponse(context, entry);
}
