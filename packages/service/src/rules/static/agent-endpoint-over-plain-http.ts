import { isPlainHttp } from '../facts.ts';
import { evidence, type StaticRule } from '../static-rule.ts';

export const agentEndpointOverPlainHttp: StaticRule = {
  rule_id: 'agent-endpoint-over-plain-http',
  rule_name: 'Agent reached over plain HTTP',
  rule_description:
    'An agent can be reached without encryption, so that conversations can be read and changed on the way.',
  object_types: ['agent'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm: ['LLM02:2026'], owasp_agentic: ['ASI07:2026'], cwe: ['CWE-319:2026'] },
  remediation: {
    summary: 'Serve the agent over HTTPS or secure WebSocket.',
    steps: ['Put TLS before the endpoint.', 'Redirect nothing from the plain one; close it.'],
    references: ['https://cwe.mitre.org/data/definitions/319.html'],
  },
  evaluate: (graph) =>
    graph.agents.flatMap((agent) =>
      (agent.facts.endpoints ?? [])
        .filter((endpoint) => isPlainHttp(endpoint.url))
        .map((endpoint) => ({
          object: agent,
          message: `${agent.name} can be reached at ${endpoint.url} without encryption.`,
          evidence: [evidence('configuration', `url: ${endpoint.url}`)],
          fingerprint: [endpoint.url],
          ...(endpoint.external && {
            severity: { value: 'high' as const, reason: 'The endpoint can be reached from outside of the network.' },
          }),
        })),
    ),
};
