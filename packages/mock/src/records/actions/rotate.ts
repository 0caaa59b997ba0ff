import type { IHttpResponse } from '@stoplight/prism-http';
import { rotateKey } from '../../state/api-keys.ts';
import { type ActionContext, ownEntry } from '../../state/context.ts';
import { isWebhook, rotateWebhook } from '../../state/webhooks.ts';

/** Gives an API key or a webhook a new secret. */
export function rotate(context: ActionContext): IHttpResponse {
  const entry = ownEntry(context);
  return isWebhook(entry.record) ? rotateWebhook(context, entry) : rotateKey(context, entry);
}
