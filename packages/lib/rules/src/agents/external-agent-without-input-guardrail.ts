import { lacksGuardrail } from '../core/predicates.ts';
import { evidence, type StaticRule } from '../core/static-rule.ts';

export const externalAgentWithoutInputGuardrail: StaticRule = {
  rule_id: 'external-agent-without-input-guardrail',
  rule_name: 'External agent without an input guardrail',
  rule_description: 'Anyone outside the organization can send input to an agent, and no guardrail checks the input.',
  object_types: ['agent'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm_2025: ['LLM01'], owasp_agentic_2026: ['ASI01'], mitre_atlas: ['AML.T0051'] },
  remediation: {
    summary: 'Attach an input guardrail, or restrict the endpoint to the organization.',
    steps: [
      'Attach an input guardrail against prompt injection and jailbreaks.',
      'Limit the request rate of each caller.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm01-prompt-injection/'],
  },
  evaluate: (graph) =>
    graph.agents
      .filter((agent) => lacksGuardrail(agent, 'input'))
      .flatMap((agent) => {
        const open = agent.facts.endpoints?.find((endpoint) => endpoint.external);
        if (open === undefined) return [];
        return [
          {
            object: agent,
            message: `${agent.name} is reachable from outside at ${open.url} and has no input guardrail.`,
            evidence: [evidence('configuration', `external endpoint: ${open.url}`)],
            discriminators: [],
          },
        ];
      }),
};
