import { evidence, formatNames, type StaticRule } from '../core/static-rule.ts';

export const sharedSecretOfMcpServer: StaticRule = {
  rule_id: 'shared-secret-of-mcp-server',
  rule_name: 'Agents share the secret of an MCP server',
  rule_description:
    'Several agents use one MCP server that has a secret of its own and does not identify its callers. All agents act under one identity, and access of a single agent cannot be revoked.',
  object_types: ['mcp_server'],
  source: 'static',
  severity: 'low',
  tags: { owasp_agentic_2026: ['ASI03'], mitre_atlas: ['AML.T0055'] },
  remediation: {
    summary: 'Let the server identify its callers, and grant each agent separate permissions.',
    steps: ['Enable OAuth 2.1 on the server.', 'Or run one server for each agent, each with its own secret.'],
    references: ['https://modelcontextprotocol.io/specification/2025-06-18/basic/security_best_practices'],
  },
  evaluate: (graph) =>
    graph.mcpServers.flatMap((server) => {
      const secrets = (server.facts.environment_variables ?? []).filter(
        (variable) => variable.is_secret && variable.is_required,
      );
      const identifiesNobody = server.facts.auth_type === 'none' || server.facts.auth_type === 'api_key';
      if (secrets.length === 0 || server.agents.length < 2 || !identifiesNobody) return [];
      const names = secrets.map((variable) => variable.name);
      return [
        {
          object: server,
          causes: server.agents,
          message: `${formatNames(server.agents.map((agent) => agent.name))} use ${server.name} with the same ${formatNames(names)}.`,
          evidence: names.slice(0, 20).map((name) => evidence('environment', `${name}=[REDACTED]`)),
          discriminators: [],
        },
      ];
    }),
};
