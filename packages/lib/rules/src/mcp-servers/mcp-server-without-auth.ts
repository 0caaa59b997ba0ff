import { evidence, formatNames, type StaticRule } from '../core/static-rule.ts';

export const mcpServerWithoutAuth: StaticRule = {
  rule_id: 'mcp-server-without-auth',
  rule_name: 'MCP server without authentication',
  rule_description:
    'An agent talks to an MCP server that asks for no credentials. Anyone who reaches the server can call its tools in the name of the agent.',
  object_types: ['mcp_server'],
  source: 'static',
  severity: 'high',
  tags: { owasp_llm_2025: ['LLM06'], mitre_atlas: ['AML.T0053'] },
  remediation: {
    summary: 'Ask for credentials on the server, or take it off the network that the agent shares with others.',
    steps: [
      'Turn on OAuth 2.1 or an API key on the server.',
      'Give the agent its own credentials, from a secret store.',
      'Scan again; the finding closes by itself.',
    ],
    references: ['https://modelcontextprotocol.io/specification/2025-06-18/basic/authorization'],
  },
  evaluate: (graph) =>
    graph.mcpServers
      // Nobody but the client that starts it can reach a server over stdio.
      .filter(
        (server) => server.facts.auth_type === 'none' && server.facts.transport !== 'stdio' && server.agents.length > 0,
      )
      .map((server) => {
        const destructive = server.tools
          .filter((tool) => tool.facts.is_destructive === true)
          .map((tool) => tool.facts.tool_name);
        const reached = `${formatNames(server.agents.map((agent) => agent.name))} reaches ${server.name} over HTTP without credentials`;
        const offered = `the server offers ${formatNames(destructive)}, which may delete or overwrite things`;
        return {
          object: server,
          causes: server.agents,
          message: destructive.length === 0 ? `${reached}.` : `${reached}, and ${offered}.`,
          evidence: [evidence('configuration', `auth_type: none, url: ${server.facts.url ?? 'not known'}`)],
          discriminators: [],
          ...(destructive.length > 0 && { severity: { value: 'critical' as const, reason: `Behind it, ${offered}.` } }),
        };
      }),
};
