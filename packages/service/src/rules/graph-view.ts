import type { ObjectType, ScannedAgent, ScannedMcpServer, ScannedModel, ScannedTool } from '@aispm/types';

/** Kinds of objects that rules look at. */
export type NodeKind = Exclude<ObjectType, 'asset' | 'location'>;

interface FactsByKind {
  agent: Omit<ScannedAgent, 'key'>;
  model: Omit<ScannedModel, 'key'>;
  tool: Omit<ScannedTool, 'key'>;
  mcp_server: Omit<ScannedMcpServer, 'key'>;
}

/**
 * What is known of an object, in the words of the scan document: a field that is left out is not known, null or an empty list says
 * that somebody looked and there is nothing. A rule draws nothing from what is not known.
 */
export type Facts<K extends NodeKind> = FactsByKind[K];

/** A place where an object was found. */
export interface Place {
  readonly id: string;
  readonly name: string;
  /** Beginning of what stands there, with secrets replaced by `[REDACTED]`; null when it is not known. */
  readonly snippet: string | null;
}

/** Digests of a tool's schemas (SHA-256 of their canonical JSON), null without a schema. */
export interface SchemaFingerprints {
  readonly input: string | null;
  readonly output: string | null;
}

/** An object of the inventory as the database has it. */
export interface NodeRow<K extends NodeKind = NodeKind> {
  readonly id: string;
  readonly kind: K;
  readonly facts: Facts<K>;
  readonly places?: readonly Place[];
  /** Digests of the schemas of a tool now. */
  readonly schemas?: SchemaFingerprints;
  /**
   * Digests of the schemas that were accepted: those of the tool when it was first seen, or when a person last closed a finding of
   * their change. Kept apart from the last scan, so that scanning again does not make a change forgotten.
   */
  readonly acceptedSchemas?: SchemaFingerprints;
}

/** Edges that rules follow. The inverse follows by itself. */
export type RuleEdge = 'models' | 'tools' | 'mcp_servers' | 'sub_agents';

/** A relation, in one direction: from an agent to what it uses or hands work to, or from an MCP server to its tools. */
export interface EdgeRow {
  readonly from: string;
  readonly edge: RuleEdge;
  readonly to: string;
}

/** An object with its neighbours; a list that its kind has no edge for is empty. */
export interface GraphNode<K extends NodeKind = NodeKind> extends NodeRow<K> {
  readonly name: string;
  readonly places: readonly Place[];
  readonly agents: readonly GraphNode<'agent'>[];
  readonly models: readonly GraphNode<'model'>[];
  readonly tools: readonly GraphNode<'tool'>[];
  readonly mcpServers: readonly GraphNode<'mcp_server'>[];
  readonly subAgents: readonly GraphNode<'agent'>[];
  readonly parentAgents: readonly GraphNode<'agent'>[];
}

/** The objects that rules are to judge. Their neighbours may lie outside of them. */
export interface GraphView {
  readonly agents: readonly GraphNode<'agent'>[];
  readonly models: readonly GraphNode<'model'>[];
  readonly tools: readonly GraphNode<'tool'>[];
  readonly mcpServers: readonly GraphNode<'mcp_server'>[];
}

type Building = {
  -readonly [P in keyof GraphNode]: GraphNode[P] extends readonly (infer I)[] | undefined ? I[] : GraphNode[P];
};

/**
 * Links rows to a graph. Two queries are enough for it: the objects of the scope with those up to two edges away, and the edges
 * among them. Edges to objects that are not there are passed over.
 *
 * @param scope identifiers of the objects to judge; all of them when left out
 */
export function graphView(rows: readonly NodeRow[], edges: readonly EdgeRow[], scope?: ReadonlySet<string>): GraphView {
  const nodes = new Map(rows.map((row) => [row.id, nodeOf(row)]));
  for (const { from, edge, to } of edges) {
    const source = nodes.get(from);
    const target = nodes.get(to);
    if (source !== undefined && target !== undefined) link(source, edge, target);
  }
  const judged = [...nodes.values()].filter((node) => scope === undefined || scope.has(node.id));
  return {
    agents: judged.filter((node) => isKind(node, 'agent')),
    models: judged.filter((node) => isKind(node, 'model')),
    tools: judged.filter((node) => isKind(node, 'tool')),
    mcpServers: judged.filter((node) => isKind(node, 'mcp_server')),
  };
}

function nodeOf(row: NodeRow): Building {
  return {
    ...row,
    name: row.facts.aispm_friendly_name,
    places: [...(row.places ?? [])],
    agents: [],
    models: [],
    tools: [],
    mcpServers: [],
    subAgents: [],
    parentAgents: [],
  } as Building;
}

function link(source: Building, edge: RuleEdge, target: Building): void {
  const add = (list: unknown[], node: Building) => {
    if (!list.includes(node)) list.push(node);
  };
  if (edge === 'sub_agents') {
    add(source.subAgents, target);
    add(target.parentAgents, source);
    return;
  }
  add(edge === 'models' ? source.models : edge === 'tools' ? source.tools : source.mcpServers, target);
  add(source.kind === 'agent' ? target.agents : target.mcpServers, source);
}

function isKind<K extends NodeKind>(node: Building, kind: K): node is Building & GraphNode<K> {
  return node.kind === kind;
}
