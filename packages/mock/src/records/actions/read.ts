import type { IHttpResponse } from '@stoplight/prism-http';
import { type ActionContext, createRecordResponse, getEntry } from '../../state/context.ts';
import { isInteraction, presentInteraction } from '../../state/interactions.ts';

/** Reads a record. */
export function read(context: ActionContext): IHttpResponse {
  const entry = getEntry(context);
  if (!isInteraction(entry.record)) return createRecordResponse(context, entry);
  const body = presentInteraction(entry.record, context.request.query.include_content === 'true');
  return createRecordResponse(context, entry, { body });
}
