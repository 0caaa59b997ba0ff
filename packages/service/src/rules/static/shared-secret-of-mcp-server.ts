import { evidence, listed, type StaticRule } from '../static-rule.ts';

export const sharedSecretOfMcpServer: StaticRule = {
  rule_id: 'shared-secret-of-mcp-server',
  rule_name: 'Agents share the secret of an MCP server',
  rule_description:
    'Several agents use one MCP server that needs a secret of its own and does not know its callers. All of them act under one identity, and none can be shut out alone.',
  object_types: ['mcp_server'],
  source: 'static',
  severity: 'low',
  tags: { owasp_agentic: ['ASI03:2026'], mitre_atlas: ['AML.T0055:2026'] },
  remediation: {
    summary: 'Let the server know its callers, and give each agent rights of its own.',
    steps: ['Turn on OAuth 2.1 on the server.', 'Or run one server for each agent, each with its own secret.'],
    references: ['https://modelcontextprotocol.io/specification/2025-06-18/basic/security_best_practices'],
  },
  evaluate: (graph) =>
    graph.mcpServers.flatMap((server) => {
      const secrets = (server.facts.environment_variables ?? []).filter(
        (variable) => variable.is_secret && variable.is_required,
      );
      const knowsNobody = server.facts.auth_type === 'none' || server.facts.auth_type === 'api_key';
      if (secrets.length === 0 || server.agents.length < 2 || !knowsNobody) return [];
      const names = secrets.map((variable) => variable.name);
      return [
        {
          object: server,
          message: `${listed(server.agents.map((agent) => agent.name))} act through ${server.name} with the same ${listed(names)}.`,
          evidence: names.slice(0, 20).map((name) => evidence('environment', `${name}=[REDACTED]`)),
          fingerprint: [],
        },
      ];
    }),
};
