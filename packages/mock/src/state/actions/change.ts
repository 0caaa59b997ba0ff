import type { IHttpResponse } from '@stoplight/prism-http';
import type { JsonObject } from '../../bundled/openapi.ts';
import { type ActionContext, checkWritable, createRecordResponse, getEntry } from '../context.ts';
import { checkPreconditions, computeEntityTag } from '../preconditions.ts';
import { changeRecord } from '../records.ts';

/** Changes properties of a record. */
export function change(context: ActionContext): IHttpResponse {
  const entry = getEntry(context);
  checkWritable(entry);
  checkPreconditions(context.request, [computeEntityTag(entry)]);
  changeRecord(entry, context.request.body as JsonObject, context);
  return createRecordResponse(context, entry);
}
