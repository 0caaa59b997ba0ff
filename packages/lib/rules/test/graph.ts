import { buildGraph, type EdgeRow, type Facts, type Graph, type NodeRow, type NodeType } from '../src/core/graph.ts';

/** The required properties of each object type. */
const REQUIRED: { [T in NodeType]: Facts<T> } = {
  agent: { stable_key: '', object_type: 'agent', aispm_friendly_name: '' },
  model: { stable_key: '', object_type: 'model', aispm_friendly_name: '', model_name: 'm', provider_name: 'p' },
  tool: {
    stable_key: '',
    object_type: 'tool',
    aispm_friendly_name: '',
    tool_name: 't',
    tool_source: 'mcp',
    tool_kind: 'tool',
  },
  mcp_server: {
    stable_key: '',
    object_type: 'mcp_server',
    aispm_friendly_name: '',
    server_name: 'com.example/s',
    transport: 'streamable-http',
  },
};

/** Creates an object with the required properties of its type and some others. Its name is its identifier. */
export function node<T extends NodeType>(
  type: T,
  id: string,
  facts: Partial<Facts<T>> = {},
  columns: Partial<NodeRow<T>> = {},
): NodeRow<T> {
  return {
    id,
    type,
    facts: { ...REQUIRED[type], stable_key: `example/${id}`, aispm_friendly_name: id, ...facts },
    ...columns,
  };
}

export const agent = (id: string, facts: Partial<Facts<'agent'>> = {}) => node('agent', id, facts);
export const model = (id: string, facts: Partial<Facts<'model'>> = {}) => node('model', id, facts);
export const tool = (id: string, facts: Partial<Facts<'tool'>> = {}) => node('tool', id, { tool_name: id, ...facts });
export const server = (id: string, facts: Partial<Facts<'mcp_server'>> = {}) => node('mcp_server', id, facts);

/** Creates a graph of objects and of edges such as `a tools t`. */
export function graph(nodes: readonly NodeRow[], ...edges: readonly string[]): Graph {
  const rows = edges.map((edge): EdgeRow => {
    const [from = '', name = '', to = ''] = edge.split(' ');
    return { from, edge: name as EdgeRow['edge'], to };
  });
  return buildGraph(nodes, rows);
}
