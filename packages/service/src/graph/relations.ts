/** How the edges of the contract lie in the table of edges. Every edge has an inverse, which is the same row. */
import type { EdgeName, ObjectType } from '@aispm/types';

/** One way to follow rows of the table. */
export interface Relation {
  /** Whether the object that one starts from is the source of the rows, or their target. */
  from: 'source' | 'target';
  /** The edge as it is stored, named as from its source. */
  edge: EdgeName;
  /** Kind of the objects at the other end. */
  relatedType: ObjectType;
}

/** The edges that are stored with this kind of object as their source. */
const STORED: Record<ObjectType, readonly EdgeName[]> = {
  agent: ['models', 'tools', 'mcp_servers', 'sub_agents', 'assets', 'locations'],
  model: ['assets', 'locations'],
  tool: ['assets', 'locations'],
  mcp_server: ['tools', 'assets', 'locations'],
  location: ['assets'],
  asset: [],
};

/** Kind of the objects that an edge leads to. */
const RELATED: Record<EdgeName, ObjectType> = {
  agents: 'agent',
  sub_agents: 'agent',
  parent_agents: 'agent',
  models: 'model',
  tools: 'tool',
  mcp_servers: 'mcp_server',
  assets: 'asset',
  locations: 'location',
};

/** The edge that leads to a kind of object. */
const EDGE_TO: Record<ObjectType, EdgeName> = {
  agent: 'agents',
  model: 'models',
  tool: 'tools',
  mcp_server: 'mcp_servers',
  asset: 'assets',
  location: 'locations',
};

/** How to follow an edge from a kind of object; undefined when that kind does not have it. */
export function relationOf(type: ObjectType, edge: EdgeName): Relation | undefined {
  const relatedType = RELATED[edge];
  if (STORED[type].includes(edge)) return { from: 'source', edge, relatedType };
  const inverse = edge === 'parent_agents' ? 'sub_agents' : EDGE_TO[type];
  const isKnown = edge !== 'sub_agents' && STORED[relatedType].includes(inverse);
  return isKnown ? { from: 'target', edge: inverse, relatedType } : undefined;
}
