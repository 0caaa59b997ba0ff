import type { IHttpResponse } from '@stoplight/prism-http';
import type { JsonObject } from '../../bundled/openapi.ts';
import type { Entry } from '../../sample-data/entry.ts';
import type { ActionContext } from '../../state/context.ts';

/** Lists the non-empty groups of records, ordered by name. */
export function listGroups({ collection, store, listPath, example }: ActionContext): IHttpResponse {
  // The request doesn't select a group, so the last segment is empty.
  const groups = store.listGroups(collection, listPath.replace(/\/$/, ''));
  const items = [...groups]
    .filter(([, entries]) => entries.size > 0)
    .map(([name, entries]) => describeNamespace(name, [...entries.values()]))
    .sort((a, b) => (a.namespace < b.namespace ? -1 : 1));
  return { ...example, body: { ...(example.body as JsonObject), items } };
}

function describeNamespace(namespace: string, entries: readonly Entry[]) {
  const sizes = entries.map(({ row }) => Number(row.size_bytes));
  const times = entries.map(({ record }) => String(record.updated_at));
  return {
    namespace,
    key_count: entries.length,
    size_bytes: sizes.reduce((sum, size) => sum + size, 0),
    updated_at: times.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1),
  };
}
