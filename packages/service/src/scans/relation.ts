/** How relations of a scan document become edges. */
import type { EdgeEvidence, EdgeName, ObjectType } from '@aispm/types';
import { schemaOf } from '../contract/contract.ts';
import { relationOf } from '../graph/relations.ts';

/** The schemas that name the edges of each kind of object. */
const EDGES_OF: Record<ObjectType, readonly string[]> = {
  agent: edgesOf('AgentEdge'),
  model: edgesOf('ModelEdge'),
  tool: edgesOf('ToolEdge'),
  mcp_server: edgesOf('McpServerEdge'),
  asset: edgesOf('AssetEdge'),
  location: edgesOf('LocationEdge'),
};

function edgesOf(schema: string): readonly string[] {
  return (schemaOf(schema).enum ?? []) as string[];
}

/** Why an edge does not fit its ends; undefined when it does. */
export function misfit(from: ObjectType, edge: EdgeName, to: ObjectType): string | undefined {
  const relation = relationOf(from, edge);
  if (!relation) {
    const names = EDGES_OF[from];
    return `${withArticle(from)} has the edges ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  }
  const { relatedType } = relation;
  return relatedType === to ? undefined : `leads to ${withArticle(relatedType)}, not to ${withArticle(to)}`;
}

/** How two relations are known together. */
export function bothEvidence(one: EdgeEvidence, other: EdgeEvidence): EdgeEvidence {
  return one === other ? one : 'both';
}

function withArticle(type: ObjectType): string {
  if (type === 'mcp_server') return 'an MCP server';
  return type === 'agent' || type === 'asset' ? `an ${type}` : `a ${type}`;
}
