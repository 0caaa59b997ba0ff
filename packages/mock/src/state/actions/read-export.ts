import type { IHttpResponse } from '@stoplight/prism-http';
import type { ActionContext } from '../context.ts';
import { getStartedExport } from './started-export.ts';

/** Reads the status of an export; while it is active, `Retry-After` says when to read it again. */
export function readExport(context: ActionContext): IHttpResponse | undefined {
  const { example } = context;
  const status = getStartedExport(context);
  if (!status) return undefined;
  const { 'Retry-After': retryAfter, ...headers } = (example.headers ?? {}) as Record<string, string>;
  const isActive = status.export_path === '';
  return { ...example, headers: { ...headers, ...(isActive && { 'Retry-After': retryAfter }) }, body: status };
}
