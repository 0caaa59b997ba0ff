import { toolsOf } from '../facts.ts';
import { evidence, type StaticRule } from '../static-rule.ts';

export const autonomousAgentWithoutGuardrails: StaticRule = {
  rule_id: 'autonomous-agent-without-guardrails',
  rule_name: 'Autonomous agent without guardrails',
  rule_description: 'An agent acts with tools while nobody watches, and no guardrail is attached to it at all.',
  object_types: ['agent'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm: ['LLM06:2026'], owasp_agentic: ['ASI10:2026'] },
  remediation: {
    summary: 'Attach guardrails for what goes in and what comes out, or let a person watch.',
    steps: [
      'Attach an input guardrail against prompt injection.',
      'Attach an output guardrail that looks at tool calls.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm062025-excessive-agency/'],
  },
  evaluate: (graph) =>
    graph.agents
      .filter((agent) => agent.facts.autonomy_level === 'autonomous' && agent.facts.guardrails?.length === 0)
      .filter((agent) => toolsOf(agent).length > 0)
      .map((agent) => ({
        object: agent,
        message: `${agent.name} acts on its own with ${toolsOf(agent).length} tools and has no guardrail.`,
        evidence: [evidence('configuration', 'autonomy: autonomous, guardrails: none')],
        fingerprint: [],
      })),
};
