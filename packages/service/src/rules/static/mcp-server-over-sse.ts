import { evidence, type StaticRule } from '../static-rule.ts';

export const mcpServerOverSse: StaticRule = {
  rule_id: 'mcp-server-over-sse',
  rule_name: 'MCP server over the old HTTP transport',
  rule_description:
    'An MCP server is reached over HTTP with server-sent events, which the protocol replaced in its revision of 2025-03-26. Clients drop it, and its open streams are easier to take over.',
  object_types: ['mcp_server'],
  source: 'static',
  severity: 'low',
  tags: { owasp_agentic: ['ASI07:2026'] },
  remediation: {
    summary: 'Move the server to streamable HTTP.',
    steps: ['Update the library of the server.', 'Offer both transports until all agents have moved.'],
    references: ['https://modelcontextprotocol.io/specification/2025-03-26/basic/transports'],
  },
  evaluate: (graph) =>
    graph.mcpServers
      .filter((server) => server.facts.transport === 'sse')
      .map((server) => ({
        object: server,
        message: `${server.name} is reached over server-sent events.`,
        evidence: [evidence('configuration', 'transport: sse')],
        fingerprint: [],
      })),
};
