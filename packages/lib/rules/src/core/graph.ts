/** The graph that static rules evaluate. */
import type { ObjectType, ScannedAgent, ScannedMcpServer, ScannedModel, ScannedTool } from '@aispm/types';

/** The types of objects that static rules evaluate. */
export type NodeType = Exclude<ObjectType, 'asset' | 'location'>;

interface FactsByType {
  agent: Omit<ScannedAgent, 'key'>;
  model: Omit<ScannedModel, 'key'>;
  tool: Omit<ScannedTool, 'key'>;
  mcp_server: Omit<ScannedMcpServer, 'key'>;
}

/**
 * The known properties of an object, named as in scan documents. An omitted property is unknown; null or an empty array means that a
 * scanner looked and found nothing. Rules draw no conclusions from unknown properties.
 */
export type Facts<T extends NodeType> = FactsByType[T];

/** A location of an object. */
export interface NodeLocation {
  readonly id: string;
  readonly name: string;
  /** The first lines at the location, with secrets replaced by `[REDACTED]`; null when unknown. */
  readonly snippet: string | null;
}

/** Fingerprints of the input and output schema of a tool (SHA-256 of their canonical JSON); null without a schema. */
export interface SchemaFingerprints {
  readonly input: string | null;
  readonly output: string | null;
}

/** An object of the inventory as the database contains it. */
export interface NodeRow<T extends NodeType = NodeType> {
  readonly id: string;
  readonly type: T;
  readonly facts: Facts<T>;
  readonly locations?: readonly NodeLocation[];
  /** The present schemas of a tool. */
  readonly schemas?: SchemaFingerprints;
  /**
   * The accepted schemas of a tool: those of its first scan, or those at the time when a human last resolved a finding of their
   * change. They are stored apart from the present ones, so that a further scan doesn't hide a change.
   */
  readonly acceptedSchemas?: SchemaFingerprints;
}

/** The edges that rules follow. Each of them has an inverse, which needs no row. */
export type RuleEdge = 'models' | 'tools' | 'mcp_servers' | 'sub_agents';

/** A relation in its stored direction: from an agent to what it uses or delegates to, or from an MCP server to its tools. */
export interface EdgeRow {
  readonly from: string;
  readonly edge: RuleEdge;
  readonly to: string;
}

/** An object with its neighbours; the lists of edges that its type doesn't have are empty. */
export interface GraphNode<T extends NodeType = NodeType> extends NodeRow<T> {
  readonly name: string;
  readonly locations: readonly NodeLocation[];
  readonly agents: readonly GraphNode<'agent'>[];
  readonly models: readonly GraphNode<'model'>[];
  readonly tools: readonly GraphNode<'tool'>[];
  readonly mcpServers: readonly GraphNode<'mcp_server'>[];
  readonly subAgents: readonly GraphNode<'agent'>[];
  readonly parentAgents: readonly GraphNode<'agent'>[];
}

/** The objects to evaluate. Their neighbours may be outside the graph's own lists. */
export interface Graph {
  readonly agents: readonly GraphNode<'agent'>[];
  readonly models: readonly GraphNode<'model'>[];
  readonly tools: readonly GraphNode<'tool'>[];
  readonly mcpServers: readonly GraphNode<'mcp_server'>[];
}

type MutableNode = {
  -readonly [P in keyof GraphNode]: GraphNode[P] extends readonly (infer I)[] | undefined ? I[] : GraphNode[P];
};

/**
 * Links rows to a graph. It needs the objects to evaluate, and what the rules read of them: see `READS`. Edges to other objects are
 * ignored. All lists are in the order of stable keys, so that the same objects result in the same messages in every workspace.
 *
 * @param evaluatedIds identifiers of the objects to evaluate; all objects if omitted
 */
export function buildGraph(
  rows: readonly NodeRow[],
  edges: readonly EdgeRow[],
  evaluatedIds?: ReadonlySet<string>,
): Graph {
  const sorted = rows.toSorted((a, b) => compare(a.facts.stable_key, b.facts.stable_key) || compare(a.id, b.id));
  const nodes = new Map(sorted.map((row) => [row.id, createNode(row)]));
  const position = new Map(sorted.map(({ id }, index) => [id, index]));
  const links = edges
    .map((edge) => ({ ...edge, start: position.get(edge.from) ?? -1, end: position.get(edge.to) ?? -1 }))
    .filter(({ start, end }) => start >= 0 && end >= 0)
    .sort((a, b) => a.start - b.start || a.end - b.end || compare(a.edge, b.edge))
    .filter(({ start, end, edge }, index, sorted) => {
      const before = sorted[index - 1];
      return before?.start !== start || before.end !== end || before.edge !== edge;
    });
  for (const { from, edge, to } of links) link(nodes.get(from) as MutableNode, edge, nodes.get(to) as MutableNode);
  const evaluated = [...nodes.values()].filter(({ id }) => evaluatedIds === undefined || evaluatedIds.has(id));
  return {
    agents: evaluated.filter((node) => hasType(node, 'agent')),
    models: evaluated.filter((node) => hasType(node, 'model')),
    tools: evaluated.filter((node) => hasType(node, 'tool')),
    mcpServers: evaluated.filter((node) => hasType(node, 'mcp_server')),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function createNode(row: NodeRow): MutableNode {
  return {
    ...row,
    name: row.facts.aispm_friendly_name,
    locations: [...(row.locations ?? [])],
    agents: [],
    models: [],
    tools: [],
    mcpServers: [],
    subAgents: [],
    parentAgents: [],
  } as MutableNode;
}

function link(source: MutableNode, edge: RuleEdge, target: MutableNode): void {
  const add = (list: unknown[], node: MutableNode) => list.push(node);
  if (edge === 'sub_agents') {
    add(source.subAgents, target);
    add(target.parentAgents, source);
    return;
  }
  add(edge === 'models' ? source.models : edge === 'tools' ? source.tools : source.mcpServers, target);
  add(source.type === 'agent' ? target.agents : target.mcpServers, source);
}

function hasType<T extends NodeType>(node: MutableNode, type: T): node is MutableNode & GraphNode<T> {
  return node.type === type;
}
