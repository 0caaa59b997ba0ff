/** The edges of the graph. Every edge has an inverse, which is the same relation seen from its other end. */

/** A direction in which relations are followed. */
export interface EdgeRelation {
  /** Whether the first object is the source or the target of the relations. */
  from: 'source' | 'target';
  /** The edge as relations have it, named from their source. */
  edge: EdgeName;
  /** The type of the objects at the other end. */
  relatedType: ObjectType;
}

/** The type of objects to which each edge leads. */
const RELATED_TYPES = {
  agents: 'agent',
  sub_agents: 'agent',
  parent_agents: 'agent',
  models: 'model',
  tools: 'tool',
  mcp_servers: 'mcp_server',
  assets: 'asset',
  locations: 'location',
} as const;

/** The name of an edge. */
export type EdgeName = keyof typeof RELATED_TYPES;

/** A type of objects of the graph. */
export type ObjectType = (typeof RELATED_TYPES)[EdgeName];

/** The edges that relations have, by the type of their source. */
const STORED_EDGES: Record<ObjectType, readonly EdgeName[]> = {
  agent: ['models', 'tools', 'mcp_servers', 'sub_agents', 'assets', 'locations'],
  model: ['assets', 'locations'],
  tool: ['assets', 'locations'],
  mcp_server: ['tools', 'assets', 'locations'],
  location: ['assets'],
  asset: [],
};

/** The edge to each object type. */
const EDGES_TO: Record<ObjectType, EdgeName> = {
  agent: 'agents',
  model: 'models',
  tool: 'tools',
  mcp_server: 'mcp_servers',
  asset: 'assets',
  location: 'locations',
};

/** Finds how to follow an edge from an object type; undefined if the type doesn't have the edge. */
export function findRelation(type: ObjectType, edge: EdgeName): EdgeRelation | undefined {
  const relatedType = RELATED_TYPES[edge];
  if (STORED_EDGES[type].includes(edge)) return { from: 'source', edge, relatedType };
  const inverse = edge === 'parent_agents' ? 'sub_agents' : EDGES_TO[type];
  // Delegation has its own names, which only agents have.
  const isDelegation = edge === 'sub_agents' || edge === 'parent_agents';
  const isKnown =
    (!isDelegation || (edge === 'parent_agents' && type === 'agent')) && STORED_EDGES[relatedType].includes(inverse);
  return isKnown ? { from: 'target', edge: inverse, relatedType } : undefined;
}

/** Returns the name of an edge as seen from the target of its relations. */
export function invertEdge(edge: EdgeName, sourceType: ObjectType): EdgeName {
  return edge === 'sub_agents' ? 'parent_agents' : EDGES_TO[sourceType];
}

/** A direction with the name that the first object gives it. */
export interface NamedRelation extends EdgeRelation {
  name: EdgeName;
}

const relations = new Map<ObjectType, readonly NamedRelation[]>();

/** Lists the edges of an object type. */
export function listRelations(type: ObjectType): readonly NamedRelation[] {
  const known = relations.get(type);
  if (known) return known;
  const named = (Object.keys(RELATED_TYPES) as EdgeName[]).flatMap((name) => {
    const relation = findRelation(type, name);
    return relation ? [{ ...relation, name }] : [];
  });
  relations.set(type, named);
  return named;
}
