import { evidence, type StaticRule } from '../core/static-rule.ts';

export const mcpServerOverSse: StaticRule = {
  rule_id: 'mcp-server-over-sse',
  rule_name: 'MCP server over the deprecated HTTP transport',
  rule_description:
    'An MCP server uses HTTP with server-sent events, which the protocol replaced in its revision of 2025-03-26. Clients end their support for it, and its long-lived streams are easier to hijack.',
  object_types: ['mcp_server'],
  source: 'static',
  severity: 'low',
  tags: { owasp_agentic_2026: ['ASI07'] },
  remediation: {
    summary: 'Change the server to streamable HTTP.',
    steps: ['Update the library of the server.', 'Offer both transports until all agents use streamable HTTP.'],
    references: ['https://modelcontextprotocol.io/specification/2025-03-26/basic/transports'],
  },
  evaluate: (graph) =>
    graph.mcpServers
      .filter((server) => server.facts.transport === 'sse')
      .map((server) => ({
        object: server,
        message: `${server.name} uses the deprecated transport with server-sent events.`,
        evidence: [evidence('configuration', 'transport: sse')],
        discriminators: [],
      })),
};
