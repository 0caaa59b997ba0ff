/** How relations are named for people. */
import type { Edge } from '../graph/graph.ts';

/** The relations of an object, with the label before the other end. */
export const RELATIONS: readonly (readonly [Edge, string])[] = [
  ['models', 'model'],
  ['tools', 'tools'],
  ['mcp_servers', 'MCP servers'],
  ['sub_agents', 'delegates to'],
];
