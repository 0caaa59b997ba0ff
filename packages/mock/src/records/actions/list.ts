import type { IHttpResponse } from '@stoplight/prism-http';
import type { JsonObject } from '../../bundled/openapi.ts';
import type { Entry } from '../../sample-data/entry.ts';
import { selectByWorkspace } from '../../sample-data/filters.ts';
import type { RecordList } from '../../sample-data/record-list.ts';
import { readWindow } from '../../sample-data/time-window.ts';
import type { Workspace } from '../../sample-data/workspace.ts';
import { CHANGES, checkRetained, withNames } from '../../state/changes.ts';
import { type ActionContext, presentEntry } from '../../state/context.ts';
import { isInteraction, presentInteraction } from '../../state/interactions.ts';
import { getRowSelector } from '../../state/selection.ts';

/** Lists all rows that the query selects; pages are selected later. */
export function list(context: ActionContext): IHttpResponse {
  const { example, request, store } = context;
  const { operation } = request;
  const operationId = operation.iid;
  readWindow(request.query);
  if (operationId === CHANGES) checkRetained(context.entries, request.query);
  const workspace = request.workspace && store.getWorkspace(request.workspace);
  const { rows, query } = selectByWorkspace(operationId, getRows(context, workspace), request.query, workspace);
  const items = getRowSelector(operation)(rows, query);
  return { ...example, body: { ...(example.body as JsonObject), items } };
}

/** The rows of lists for all queries, until a record changes. */
const known = new WeakMap<RecordList, { version: number; rows: JsonObject[] }>();

/** Returns the rows of all records. */
function getRows(context: ActionContext, workspace: Workspace | undefined): readonly JsonObject[] {
  const { entries, store } = context;
  const { version } = store;
  const cached = known.get(entries);
  if (cached?.version === version) return cached.rows;
  const rows = listRows(context, workspace);
  known.set(entries, { version, rows });
  return rows;
}

/** Lists the rows of all records, with the properties of the list's rows. */
function listRows(context: ActionContext, workspace: Workspace | undefined): JsonObject[] {
  const { collection, entries } = context;
  const hasRules = ['rule_id', 'total_issues_count'].every((name) => collection.rowFields.includes(name));
  const counts = hasRules ? workspace?.issuesByRule : undefined;
  return entries.values().map((entry) => {
    const row: JsonObject = { ...entry.row, ...presentRow(context, entry, workspace), ...countRow(entry, counts) };
    return Object.fromEntries(collection.rowFields.flatMap((name) => (name in row ? [[name, row[name]]] : [])));
  });
}

/** Returns the properties of a record that the list contains. */
function presentRow(context: ActionContext, entry: Entry, workspace: Workspace | undefined): JsonObject {
  const { record } = entry;
  if (isInteraction(record)) return presentInteraction(record, false);
  return context.collection.list.iid === CHANGES && workspace
    ? withNames(record, workspace)
    : presentEntry(context, entry);
}

/** Counts the issues of a rule. */
function countRow({ id }: Entry, counts: ReadonlyMap<string, number> | undefined): JsonObject {
  return counts ? { total_issues_count: counts.get(id) ?? 0 } : {};
}
