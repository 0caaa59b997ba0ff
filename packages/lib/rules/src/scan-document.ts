import { findRelation } from '@aispm/domain';
import type { ScanDocument, ScannedObject } from '@aispm/types';
import { buildGraph, type EdgeRow, type Graph, type NodeLocation, type NodeRow, type RuleEdge } from './core/graph.ts';

/** The edges that rules follow, as {@link findRelation} names them from their source. */
const RULE_EDGES: ReadonlySet<string> = new Set<RuleEdge>(['models', 'tools', 'mcp_servers', 'sub_agents']);

/**
 * Builds the graph of a scan document, in which keys are identifiers. Rules find the same in it as in a workspace of the service that
 * only has this scan, except changes since an earlier scan.
 */
export function readScanDocument({
  objects,
  edges,
  locations,
}: Pick<ScanDocument, 'objects' | 'edges' | 'locations'>): Graph {
  const types = new Map(objects.map(({ key, object_type }) => [key, object_type]));
  const located = new Map(locations.map((location) => [location.key, location]));
  const locationsOf = new Map<string, NodeLocation[]>();
  const rows: EdgeRow[] = [];
  for (const { from_key: from, edge, to_key: to } of edges) {
    const location = edge === 'locations' ? located.get(to) : undefined;
    if (location !== undefined) {
      const { key, aispm_friendly_name: name, snippet = null } = location;
      const known = locationsOf.get(from);
      if (known === undefined) locationsOf.set(from, [{ id: key, name, snippet }]);
      else known.push({ id: key, name, snippet });
    }
    const type = types.get(from);
    const relation = type && findRelation(type, edge);
    if (relation === undefined || !RULE_EDGES.has(relation.edge)) continue;
    const stored = relation.edge as RuleEdge;
    rows.push(relation.from === 'source' ? { from, edge: stored, to } : { from: to, edge: stored, to: from });
  }
  const nodes = objects
    .filter((object) => object.object_type !== 'asset')
    .map((object): NodeRow => ({ ...toNode(object), locations: locationsOf.get(object.key) ?? [] }));
  return buildGraph(nodes, rows);
}

function toNode({ key, description, ...facts }: Exclude<ScannedObject, { object_type: 'asset' }>): NodeRow {
  return {
    id: key,
    type: facts.object_type,
    facts: { ...facts, ...(description && { description }) } as NodeRow['facts'],
  };
}
