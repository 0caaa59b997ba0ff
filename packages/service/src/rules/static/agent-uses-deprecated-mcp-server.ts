import { evidence, type StaticRule } from '../static-rule.ts';

export const agentUsesDeprecatedMcpServer: StaticRule = {
  rule_id: 'agent-uses-deprecated-mcp-server',
  rule_name: 'Agent uses a deprecated MCP server',
  rule_description:
    'An agent leads to an MCP server that the public registry lists as deprecated or deleted. Nobody mends it any more, and its name may be taken by somebody else.',
  object_types: ['agent', 'mcp_server'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm: ['LLM03:2026'], owasp_agentic: ['ASI04:2026'], mitre_atlas: ['AML.T0010:2026'] },
  remediation: {
    summary: 'Move the agent to the server that takes its place, or to a copy that you look after.',
    steps: [
      'Read in the registry what takes its place.',
      'Change the configuration of the agent.',
      'Revoke the credentials that the old server had.',
    ],
    references: ['https://modelcontextprotocol.io/registry/about'],
  },
  evaluate: (graph) =>
    graph.agents.flatMap((agent) =>
      agent.mcpServers
        .filter(({ facts }) => facts.registry_status === 'deprecated' || facts.registry_status === 'deleted')
        .map((server) => ({
          object: server,
          shownAt: agent,
          message: `${agent.name} talks to ${server.name}, which the registry lists as ${server.facts.registry_status}.`,
          evidence: [evidence('metadata', `${server.facts.server_name}: ${server.facts.registry_status}`)],
          fingerprint: [agent.facts.stable_key],
          ...(server.facts.registry_status === 'deleted' && {
            severity: {
              value: 'high' as const,
              reason: 'The server was taken out of the registry, as malicious ones are.',
            },
          }),
        })),
    ),
};
