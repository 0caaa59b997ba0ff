/** Which objects the violations of an evaluated object depend on. */
import type { NodeType, RuleEdge } from './graph.ts';

/** A step along an edge to objects of one type, and the steps from there. */
export interface ReadStep {
  readonly edge: RuleEdge;
  /** Whether the step goes from the target of the edge to its source. */
  readonly isInverse: boolean;
  readonly type: NodeType;
  readonly next: readonly ReadStep[];
}

/**
 * What static rules read, start at the object that they evaluate. A scan loads these objects, and evaluates an object again when one of
 * them or a relation on the way changes. A rule that reads more would find less than in the whole graph.
 */
export const READS: Readonly<Record<NodeType, readonly ReadStep[]>> = {
  agent: [
    to('tools', 'tool', from('tools', 'mcp_server')),
    to('mcp_servers', 'mcp_server', to('tools', 'tool', from('tools', 'mcp_server'))),
    to(
      'sub_agents',
      'agent',
      to('tools', 'tool'),
      to('mcp_servers', 'mcp_server', to('tools', 'tool')),
      // A cycle of four agents.
      to('sub_agents', 'agent', to('sub_agents', 'agent', to('sub_agents', 'agent'))),
    ),
  ],
  model: [from('models', 'agent')],
  tool: [from('tools', 'agent'), from('tools', 'mcp_server', from('mcp_servers', 'agent'))],
  mcp_server: [from('mcp_servers', 'agent'), to('tools', 'tool')],
};

function to(edge: RuleEdge, type: NodeType, ...next: ReadStep[]): ReadStep {
  return { edge, isInverse: false, type, next };
}

function from(edge: RuleEdge, type: NodeType, ...next: ReadStep[]): ReadStep {
  return { edge, isInverse: true, type, next };
}
