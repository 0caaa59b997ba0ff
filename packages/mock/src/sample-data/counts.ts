/** Counts of records' relations. */

import {
  type AssetRecord,
  countIssues,
  type EdgeName,
  type Findings,
  fromAsset,
  fromLocation,
  fromNode,
  type Graph,
  type GraphObject,
  type LocationRecord,
  type NodeRecord,
  type ObjectType,
} from '../bundled/domain.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import type { OperationId } from '../core/contract-types.ts';

/** The lists of objects that have the fields of nodes. */
export const NODE_LISTS = ['listAgents', 'listModels', 'listTools', 'listMcpServers'] as const satisfies OperationId[];

/** The counts of each type, and the edge that each one counts. */
const COUNTS: Partial<Record<ObjectType, Record<string, EdgeName>>> = {
  agent: { model_count: 'models', tool_count: 'tools', mcp_server_count: 'mcp_servers', sub_agent_count: 'sub_agents' },
  model: { agent_count: 'agents' },
  tool: { agent_count: 'agents' },
  mcp_server: { tool_count: 'tools', agent_count: 'agents' },
};

/** Returns the counts of an object's relations, by property name. */
export function countRelations({ aispm_object_id, object_type }: GraphObject, graph: Graph): Record<string, number> {
  const counts = Object.entries(COUNTS[object_type] ?? {});
  return Object.fromEntries(counts.map(([name, edge]) => [name, graph.count(aispm_object_id, edge)]));
}

/** Converts the records of all lists to objects of the graph. */
export function listGraphObjects(
  lists: Readonly<Record<string, readonly JsonObject[]>>,
  findings: Findings,
): GraphObject[] {
  const of = <Item>(name: string) => (lists[name] ?? []) as readonly unknown[] as readonly Item[];
  return [
    ...NODE_LISTS.flatMap((name) => of<NodeRecord>(name).map(fromNode)),
    ...of<AssetRecord>('listAispmAssets').map((asset) =>
      fromAsset(asset, countIssues(findings.ofAsset(asset.asset_id)).max_definitive_severity),
    ),
    ...of<LocationRecord>('listLocations').map(fromLocation),
  ];
}
