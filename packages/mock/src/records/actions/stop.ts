import type { IHttpResponse } from '@stoplight/prism-http';
import { type ActionContext, createRecordResponse, ownEntry } from '../../state/context.ts';
import { stopRun } from '../../state/jobs/runs.ts';

/** Stops a run or a scan. */
export function stop(context: ActionContext): IHttpResponse {
  const entry = ownEntry(context);
  stopRun(entry.record, entry.times, context.now);
  context.entries.timed.add(entry);
  return createRecordResponse(context, entry);
}
