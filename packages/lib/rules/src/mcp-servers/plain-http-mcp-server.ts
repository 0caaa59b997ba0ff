import { isPlainHttp } from '../core/predicates.ts';
import { evidence, type StaticRule } from '../core/static-rule.ts';

export const plainHttpMcpServer: StaticRule = {
  rule_id: 'plain-http-mcp-server',
  rule_name: 'MCP server over plain HTTP',
  rule_description:
    'An MCP server is used over HTTP without encryption. Anyone on the network path can read credentials and responses, and can insert instructions for the agent.',
  object_types: ['mcp_server'],
  source: 'static',
  severity: 'high',
  tags: { owasp_llm_2025: ['LLM02'], owasp_agentic_2026: ['ASI07'], cwe: ['CWE-319'] },
  remediation: {
    summary: 'Serve it over HTTPS.',
    steps: [
      'Enable TLS for the server.',
      'Change its address in all agents.',
      'Replace credentials that were sent without encryption.',
    ],
    references: ['https://modelcontextprotocol.io/specification/2025-06-18/basic/authorization'],
  },
  evaluate: (graph) =>
    graph.mcpServers
      .filter(({ facts }) => isPlainHttp(facts.url))
      .map((server) => ({
        object: server,
        message: `${server.name} is used at ${server.facts.url} without encryption.`,
        evidence: [evidence('configuration', `url: ${server.facts.url}`)],
        discriminators: [],
      })),
};
