import type { IHttpResponse } from '@stoplight/prism-http';
import type { JsonObject } from '../../bundled/openapi.ts';
import type { ActionContext } from '../../state/context.ts';
import { listViewExports } from './view-exports.ts';

/** Lists the exports of a view; pages are selected later. */
export function listExports(context: ActionContext): IHttpResponse {
  const { example } = context;
  return { ...example, body: { ...(example.body as JsonObject), items: listViewExports(context) } };
}
