import {
  type EdgeRow,
  type Facts,
  type GraphView,
  graphView,
  type NodeKind,
  type NodeRow,
} from '../../src/rules/graph-view.ts';

const ALWAYS: { [K in NodeKind]: Facts<K> } = {
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

/** An object with only what is always known of its kind, and what is given besides. Its name is its identifier. */
export function node<K extends NodeKind>(
  kind: K,
  id: string,
  facts: Partial<Facts<K>> = {},
  more: Partial<NodeRow<K>> = {},
): NodeRow<K> {
  return {
    id,
    kind,
    facts: { ...ALWAYS[kind], stable_key: `example/${id}`, aispm_friendly_name: id, ...facts },
    ...more,
  };
}

export const agent = (id: string, facts: Partial<Facts<'agent'>> = {}) => node('agent', id, facts);
export const model = (id: string, facts: Partial<Facts<'model'>> = {}) => node('model', id, facts);
export const tool = (id: string, facts: Partial<Facts<'tool'>> = {}) => node('tool', id, { tool_name: id, ...facts });
export const server = (id: string, facts: Partial<Facts<'mcp_server'>> = {}) => node('mcp_server', id, facts);

/** A graph of objects and edges such as `a tools t`. */
export function graph(nodes: readonly NodeRow[], ...edges: readonly string[]): GraphView {
  const rows = edges.map((edge): EdgeRow => {
    const [from = '', name = '', to = ''] = edge.split(' ');
    return { from, edge: name as EdgeRow['edge'], to };
  });
  return graphView(nodes, rows);
}
