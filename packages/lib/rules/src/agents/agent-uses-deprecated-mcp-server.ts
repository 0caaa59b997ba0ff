import { evidence, type StaticRule } from '../core/static-rule.ts';

export const agentUsesDeprecatedMcpServer: StaticRule = {
  rule_id: 'agent-uses-deprecated-mcp-server',
  rule_name: 'Agent uses a deprecated MCP server',
  rule_description:
    'An agent uses an MCP server that the public registry lists as deprecated or deleted. The server receives no more fixes, and somebody else may register its name.',
  object_types: ['agent', 'mcp_server'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm_2025: ['LLM03'], owasp_agentic_2026: ['ASI04'], mitre_atlas: ['AML.T0010'] },
  remediation: {
    summary: 'Move the agent to the replacement of the server, or to a copy that you maintain.',
    steps: [
      'Look up the replacement in the registry.',
      'Change the configuration of the agent.',
      'Revoke the credentials of the deprecated server.',
    ],
    references: ['https://modelcontextprotocol.io/registry/about'],
  },
  evaluate: (graph) =>
    graph.agents.flatMap((agent) =>
      agent.mcpServers
        .filter(({ facts }) => facts.registry_status === 'deprecated' || facts.registry_status === 'deleted')
        .map((server) => ({
          object: server,
          subject: agent,
          message: `${agent.name} uses ${server.name}, which the registry lists as ${server.facts.registry_status}.`,
          evidence: [evidence('metadata', `${server.facts.server_name}: ${server.facts.registry_status}`)],
          discriminators: [agent.facts.stable_key],
          ...(server.facts.registry_status === 'deleted' && {
            severity: {
              value: 'high' as const,
              reason: 'The registry has deleted the server, as it does with malicious servers.',
            },
          }),
        })),
    ),
};
