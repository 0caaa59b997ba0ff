import { listCallableTools } from '../core/predicates.ts';
import { evidence, type StaticRule } from '../core/static-rule.ts';

export const autonomousAgentWithoutGuardrails: StaticRule = {
  rule_id: 'autonomous-agent-without-guardrails',
  rule_name: 'Autonomous agent without guardrails',
  rule_description: 'An agent uses tools without supervision and has no guardrail.',
  object_types: ['agent'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm_2025: ['LLM06'], owasp_agentic_2026: ['ASI10'] },
  remediation: {
    summary: 'Attach guardrails for input and output, or let a person supervise the agent.',
    steps: [
      'Attach an input guardrail against prompt injection.',
      'Attach an output guardrail that checks tool calls.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm062025-excessive-agency/'],
  },
  evaluate: (graph) =>
    graph.agents
      .filter((agent) => agent.facts.autonomy_level === 'autonomous' && agent.facts.guardrails?.length === 0)
      .filter((agent) => listCallableTools(agent).length > 0)
      .map((agent) => ({
        object: agent,
        message: `${agent.name} acts autonomously with ${listCallableTools(agent).length} tools and has no guardrail.`,
        evidence: [evidence('configuration', 'autonomy: autonomous, guardrails: none')],
        discriminators: [],
      })),
};
