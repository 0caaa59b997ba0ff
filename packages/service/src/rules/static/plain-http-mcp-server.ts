import { isPlainHttp } from '../facts.ts';
import { evidence, type StaticRule } from '../static-rule.ts';

export const plainHttpMcpServer: StaticRule = {
  rule_id: 'plain-http-mcp-server',
  rule_name: 'MCP server over plain HTTP',
  rule_description:
    'An MCP server is reached over HTTP without encryption. Whoever is on the way reads credentials and answers, and can put instructions for the agent into them.',
  object_types: ['mcp_server'],
  source: 'static',
  severity: 'high',
  tags: { owasp_llm: ['LLM02:2026'], owasp_agentic: ['ASI07:2026'], cwe: ['CWE-319:2026'] },
  remediation: {
    summary: 'Serve it over HTTPS.',
    steps: [
      'Put TLS before the server.',
      'Change its address in every agent.',
      'Replace credentials that went over the plain connection.',
    ],
    references: ['https://modelcontextprotocol.io/specification/2025-06-18/basic/authorization'],
  },
  evaluate: (graph) =>
    graph.mcpServers
      .filter(({ facts }) => isPlainHttp(facts.url))
      .map((server) => ({
        object: server,
        message: `${server.name} is reached at ${server.facts.url} without encryption.`,
        evidence: [evidence('configuration', `url: ${server.facts.url}`)],
        fingerprint: [],
      })),
};
