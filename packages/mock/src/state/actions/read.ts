import type { IHttpResponse } from '@stoplight/prism-http';
import { type ActionContext, createRecordResponse, getEntry } from '../context.ts';

/** Reads a record. */
export function read(context: ActionContext): IHttpResponse {
  return createRecordResponse(context, getEntry(context));
}
