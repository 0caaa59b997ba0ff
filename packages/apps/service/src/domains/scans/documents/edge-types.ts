/** Checks and combines the edges of scan documents. */
import type { EdgeEvidence, EdgeName, ObjectType } from '@aispm/types';
import { getSchema } from '../../../platform/contract/contract.ts';
import { findRelation } from '../../graph/index.ts';

/** The edges of each object type. */
const EDGES: Record<ObjectType, readonly string[]> = {
  agent: readEdgeNames('AgentEdge'),
  model: readEdgeNames('ModelEdge'),
  tool: readEdgeNames('ToolEdge'),
  mcp_server: readEdgeNames('McpServerEdge'),
  asset: readEdgeNames('AssetEdge'),
  location: readEdgeNames('LocationEdge'),
};

function readEdgeNames(schema: string): readonly string[] {
  return (getSchema(schema).enum ?? []) as string[];
}

/** Describes why an edge can't connect two object types; undefined if it can. */
export function describeInvalidEdge(from: ObjectType, edge: EdgeName, to: ObjectType): string | undefined {
  const relation = findRelation(from, edge);
  if (!relation) {
    const names = EDGES[from];
    return `must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)} for ${withArticle(from)}`;
  }
  const { relatedType } = relation;
  return relatedType === to ? undefined : `must lead to ${withArticle(relatedType)}, not to ${withArticle(to)}`;
}

/** Combines the evidence of two sources for one relation. */
export function combineEvidence(first: EdgeEvidence, second: EdgeEvidence): EdgeEvidence {
  return first === second ? first : 'both';
}

function withArticle(type: ObjectType): string {
  if (type === 'mcp_server') return 'an MCP server';
  return type === 'agent' || type === 'asset' ? `an ${type}` : `a ${type}`;
}
