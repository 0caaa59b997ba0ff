import type { IHttpResponse } from '@stoplight/prism-http';
import { type ActionContext, withPollingHint } from '../../state/context.ts';
import { getViewExport } from './view-exports.ts';

/** Reads an export; while it is active, the response has `Retry-After`. */
export function readExport(context: ActionContext): IHttpResponse {
  const { example } = context;
  const body = getViewExport(context);
  return { ...example, headers: withPollingHint(example, body.finished_at === null), body };
}
