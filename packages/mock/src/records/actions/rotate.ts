import type { IHttpResponse } from '@stoplight/prism-http';
import { rotateKey } from '../../state/api-keys.ts';
import { type ActionContext, ownEntry } from '../../state/context.ts';

/** Gives an API key a new secret. */
export function rotate(context: ActionContext): IHttpResponse {
  return rotateKey(context, ownEntry(context));
}
