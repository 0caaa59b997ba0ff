import type { IHttpResponse } from '@stoplight/prism-http';
import type { JsonObject } from '../../bundled/openapi.ts';
import { type ActionContext, presentEntry } from '../context.ts';
import { getRowSelector } from '../selection.ts';

/** Lists all rows that the query selects; pages are selected later. */
export function list(context: ActionContext): IHttpResponse {
  const { collection, entries, example, request } = context;
  const rows = [...entries.values()].map((entry) => ({ ...entry.row, ...presentEntry(context, entry) }));
  const selected = getRowSelector(request.operation)(rows, request.query, collection.idField);
  const items = selected.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => collection.rowFields.includes(name))),
  );
  return { ...example, body: { ...(example.body as JsonObject), items } };
}
