import type { WebhookReplay } from '@aispm/types';
import type { IHttpResponse } from '@stoplight/prism-http';
import { ApiError } from '../../core/errors.ts';
import { checkReplayable } from '../../state/changes.ts';
import { type ActionContext, createRecordResponse, ownEntry } from '../../state/context.ts';

/** Sends nothing: the mock only sends events on request. */
export function replay(context: ActionContext): IHttpResponse {
  const { request, store } = context;
  const entry = ownEntry(context);
  if (entry.record.is_active === false) {
    const message = 'The webhook is inactive, so it receives no events. Activate it first.';
    throw new ApiError(409, 'webhook_inactive', message);
  }
  const log = request.workspace && store.getLog(request.workspace);
  if (log) checkReplayable(log, (request.body as WebhookReplay).since);
  return createRecordResponse(context, entry);
}
