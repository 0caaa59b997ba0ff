import type { IHttpResponse } from '@stoplight/prism-http';
import type { JsonObject } from '../../bundled/openapi.ts';
import { type ActionContext, getEntry } from '../context.ts';
import { listHistory } from '../issues.ts';

/** Lists the history of a record; pages are selected later. */
export function listRecordHistory(context: ActionContext): IHttpResponse {
  const { collection, example } = context;
  const items = listHistory(getEntry(context), collection);
  return { ...example, body: { ...(example.body as JsonObject), items } };
}
