/** Counts again what the records of a workspace say about others. */
import { countElements, countIssues, fromNode, type NodeRecord } from '../bundled/dataset.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import { countRelations, NODE_LISTS } from '../world/counts.ts';
import type { Workspace } from '../world/workspace.ts';
import { type Entry, ownRecord } from './entry.ts';

/** The edges of an asset that lead to the objects that it contains. */
const CONTENTS = ['agents', 'models', 'tools', 'mcp_servers'] as const;

/**
 * Counts the relations, issues and occurrences of all records of a workspace.
 *
 * @returns whether a record has changed
 */
export function recountWorkspace(workspace: Workspace): boolean {
  const { findings, graph } = workspace;
  let hasChanged = false;
  const recount = (list: string, count: (record: JsonObject, id: string) => JsonObject) => {
    for (const entry of workspace.listEntries(list))
      if (update(entry, count(entry.record, entry.id))) hasChanged = true;
  };
  for (const list of NODE_LISTS)
    recount(list, (record, id) => ({
      ...countRelations(fromNode(record as unknown as NodeRecord), graph),
      ...countIssues(findings.ofObject(id)),
    }));
  recount('listAispmAssets', (_, id) => {
    const { max_definitive_severity: __, ...counts } = countIssues(findings.ofAsset(id));
    return { ...counts, ai_object_count: CONTENTS.reduce((sum, edge) => sum + graph.count(id, edge), 0) };
  });
  recount('listIssues', ({ object_types }, id) => {
    const occurrences = findings.ofIssue(id);
    const types = [...new Set(occurrences.map(({ object_type }) => object_type))];
    const isSame = Array.isArray(object_types) && new Set([...object_types, ...types]).size === object_types.length;
    return {
      ...countElements(occurrences),
      ...(!(isSame && object_types.length === types.length) && { object_types: types }),
    };
  });
  return hasChanged;
}

/** Sets properties of a record. @returns whether one of them had another value */
function update(entry: Entry, properties: JsonObject): boolean {
  const { record } = entry;
  const hasChanged = Object.entries(properties).some(
    ([name, value]) => JSON.stringify(record[name]) !== JSON.stringify(value),
  );
  if (hasChanged) Object.assign(ownRecord(entry).record, properties);
  return hasChanged;
}
