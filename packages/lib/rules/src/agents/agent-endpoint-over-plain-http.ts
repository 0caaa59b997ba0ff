import { isPlainHttp } from '../core/predicates.ts';
import { evidence, type StaticRule } from '../core/static-rule.ts';

export const agentEndpointOverPlainHttp: StaticRule = {
  rule_id: 'agent-endpoint-over-plain-http',
  rule_name: 'Agent endpoint over plain HTTP',
  rule_description:
    'An agent has an endpoint without encryption. Anyone on the network path can read and change conversations.',
  object_types: ['agent'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm_2025: ['LLM02'], owasp_agentic_2026: ['ASI07'], cwe: ['CWE-319'] },
  remediation: {
    summary: 'Serve the agent over HTTPS or secure WebSocket.',
    steps: ['Enable TLS for the endpoint.', 'Close the unencrypted endpoint instead of redirecting it.'],
    references: ['https://cwe.mitre.org/data/definitions/319.html'],
  },
  evaluate: (graph) =>
    graph.agents.flatMap((agent) =>
      (agent.facts.endpoints ?? [])
        .filter((endpoint) => isPlainHttp(endpoint.url))
        .map((endpoint) => ({
          object: agent,
          message: `${agent.name} is available at ${endpoint.url} without encryption.`,
          evidence: [evidence('configuration', `url: ${endpoint.url}`)],
          discriminators: [endpoint.url],
          ...(endpoint.external && {
            severity: { value: 'high' as const, reason: 'The endpoint is reachable from outside the network.' },
          }),
        })),
    ),
};
