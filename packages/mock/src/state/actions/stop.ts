import type { IHttpResponse } from '@stoplight/prism-http';
import { type ActionContext, createRecordResponse, getEntry } from '../context.ts';
import { stopRun } from '../runs.ts';

/** Stops a run or a scan. */
export function stop(context: ActionContext): IHttpResponse {
  const entry = getEntry(context);
  stopRun(entry.record, entry.times, context.now);
  return createRecordResponse(context, entry);
}
