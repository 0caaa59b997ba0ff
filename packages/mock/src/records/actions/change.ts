import type { IHttpResponse } from '@stoplight/prism-http';
import type { JsonObject } from '../../bundled/openapi.ts';
import { changeKey, isKey } from '../../state/api-keys.ts';
import { type ActionContext, checkWritable, createRecordResponse, ownEntry } from '../../state/context.ts';
import { checkPreconditions, computeEntityTag } from '../../state/preconditions.ts';
import { changeRecord, renameReferences } from '../../state/records.ts';
import { checkTransition } from '../../state/transitions.ts';
import { changeWebhook, isWebhook } from '../../state/webhooks.ts';

/** Changes properties of a record. */
export function change(context: ActionContext): IHttpResponse {
  const entry = ownEntry(context);
  checkWritable(entry);
  checkPreconditions(context.request, [computeEntityTag(entry)]);
  const { request, collection } = context;
  request.checkRules(request.body);
  const update = request.body as JsonObject;
  const workspace = request.workspace && context.store.getWorkspace(request.workspace);
  checkTransition(entry, update, collection, 'body', workspace);
  if (isKey(entry.record)) changeKey(context, entry);
  else if (isWebhook(entry.record)) changeWebhook(context, entry);
  else {
    changeRecord(entry, update, context);
    renameReferences(entry, context);
  }
  return createRecordResponse(context, entry);
}
