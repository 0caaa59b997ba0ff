import { lacksGuardrail } from '../facts.ts';
import { evidence, type StaticRule } from '../static-rule.ts';

export const externalAgentWithoutInputGuardrail: StaticRule = {
  rule_id: 'external-agent-without-input-guardrail',
  rule_name: 'Agent open to the outside without an input guardrail',
  rule_description:
    'Anyone outside of the organization can write to an agent, and no guardrail looks at what they write.',
  object_types: ['agent'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm: ['LLM01:2026'], owasp_agentic: ['ASI01:2026'], mitre_atlas: ['AML.T0051:2026'] },
  remediation: {
    summary: 'Attach an input guardrail, or close the endpoint to the outside.',
    steps: [
      'Attach an input guardrail against prompt injection and jailbreaks.',
      'Limit how often one caller may ask.',
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
            message: `${agent.name} can be reached from outside at ${open.url}, without a guardrail for what comes in.`,
            evidence: [evidence('configuration', `external endpoint: ${open.url}`)],
            fingerprint: [],
          },
        ];
      }),
};
