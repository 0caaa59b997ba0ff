import type { IHttpResponse } from '@stoplight/prism-http';
import { type ActionContext, withPollingHint } from '../../state/context.ts';
import { getViewExport } from './view-exports.ts';

/** Reads an export; while it is active, `Retry-After` says when to read it again. */
export function readExport(context: ActionContext): IHttpResponse {
  const { example } = context;
  const body = getViewExport(context);
  return { ...example, headers: withPollingHint(example, body.finished_at === null), body };
}
