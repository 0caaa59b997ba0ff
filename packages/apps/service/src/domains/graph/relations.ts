/** Maps the edges of the contract to rows of the table `edges`. Every edge has an inverse, which is the same row. */
import type { EdgeName, ObjectType } from '@aispm/types';

/** A direction in which to follow rows of the table. */
export interface Relation {
  /** Whether the first object is the source or the target of the rows. */
  from: 'source' | 'target';
  /** The stored edge, named from its source. */
  edge: EdgeName;
  /** The type of the objects at the other end. */
  relatedType: ObjectType;
}

/** The edges that are stored with each object type as their source. */
const STORED_EDGES: Record<ObjectType, readonly EdgeName[]> = {
  agent: ['models', 'tools', 'mcp_servers', 'sub_agents', 'assets', 'locations'],
  model: ['assets', 'locations'],
  tool: ['assets', 'locations'],
  mcp_server: ['tools', 'assets', 'locations'],
  location: ['assets'],
  asset: [],
};

/** The object type to which each edge leads. */
const RELATED_TYPES: Record<EdgeName, ObjectType> = {
  agents: 'agent',
  sub_agents: 'agent',
  parent_agents: 'agent',
  models: 'model',
  tools: 'tool',
  mcp_servers: 'mcp_server',
  assets: 'asset',
  locations: 'location',
};

/** The edge that leads to each object type. */
const EDGES_TO: Record<ObjectType, EdgeName> = {
  agent: 'agents',
  model: 'models',
  tool: 'tools',
  mcp_server: 'mcp_servers',
  asset: 'assets',
  location: 'locations',
};

/** Finds how to follow an edge from an object type; undefined if the type does not have the edge. */
export function findRelation(type: ObjectType, edge: EdgeName): Relation | undefined {
  const relatedType = RELATED_TYPES[edge];
  if (STORED_EDGES[type].includes(edge)) return { from: 'source', edge, relatedType };
  const inverse = edge === 'parent_agents' ? 'sub_agents' : EDGES_TO[type];
  // Delegation has names of its own, which only agents have.
  const isDelegation = edge === 'sub_agents' || edge === 'parent_agents';
  const isKnown =
    (!isDelegation || (edge === 'parent_agents' && type === 'agent')) && STORED_EDGES[relatedType].includes(inverse);
  return isKnown ? { from: 'target', edge: inverse, relatedType } : undefined;
}

/** Returns the name of a stored edge as seen from its target. */
export function invertEdge(edge: EdgeName, sourceType: ObjectType): EdgeName {
  return edge === 'sub_agents' ? 'parent_agents' : EDGES_TO[sourceType];
}

/** A relation with the name that the first object gives it. */
export interface NamedRelation extends Relation {
  name: EdgeName;
}

/** Lists all relations of an object type. */
export function listRelations(type: ObjectType): NamedRelation[] {
  return (Object.keys(RELATED_TYPES) as EdgeName[]).flatMap((name) => {
    const relation = findRelation(type, name);
    return relation ? [{ ...relation, name }] : [];
  });
}
