import type { IHttpResponse } from '@stoplight/prism-http';
import type { JsonObject } from '../../bundled/openapi.ts';
import { type ActionContext, getEntry } from '../../state/context.ts';
import { getRowSelector } from '../../state/selection.ts';

/** Lists the history of a record, newest first; pages are selected later. */
export function listRecordHistory(context: ActionContext): IHttpResponse {
  const { example, request, store } = context;
  const { id } = getEntry(context);
  const changes = request.workspace ? store.getWorkspace(request.workspace).listIssueChanges(id) : [];
  const items = getRowSelector(request.operation)(changes, request.query);
  return { ...example, body: { ...(example.body as JsonObject), items } };
}
