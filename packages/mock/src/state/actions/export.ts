import type { IHttpResponse } from '@stoplight/prism-http';
import { type ActionContext, getEntry } from '../context.ts';
import { selectWorkspace, startExport } from '../exports.ts';

/** Starts the export of a view, unless one is active. */
export function startViewExport(context: ActionContext): IHttpResponse {
  const { example, request, now } = context;
  return { ...example, body: selectWorkspace(startExport(getEntry(context), request.path, now), request) };
}
