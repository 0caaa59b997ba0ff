import { actsWithoutConfirmation, lacksGuardrail, listCallableTools } from '../core/predicates.ts';
import { evidence, formatNames, type StaticRule } from '../core/static-rule.ts';

export const openWorldToolDrivesDestructiveTool: StaticRule = {
  rule_id: 'open-world-tool-drives-destructive-tool',
  rule_name: 'External text can trigger a destructive tool',
  rule_description:
    'An agent that acts without confirmation reads external content and may delete or overwrite data, and no guardrail checks its input. An instruction hidden in a web page is sufficient for an attack.',
  object_types: ['agent'],
  source: 'static',
  severity: 'high',
  tags: {
    owasp_llm_2025: ['LLM01', 'LLM06'],
    owasp_agentic_2026: ['ASI01'],
    mitre_atlas: ['AML.T0051', 'AML.T0053'],
  },
  remediation: {
    summary: 'Attach an input guardrail, or remove one of the tools.',
    steps: [
      'Attach an input guardrail against prompt injection.',
      'Assign the tools to different agents.',
      'Let a person confirm destructive calls.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm01-prompt-injection/'],
  },
  evaluate: (graph) =>
    graph.agents
      .filter((agent) => actsWithoutConfirmation(agent) && lacksGuardrail(agent, 'input'))
      .flatMap((agent) => {
        const findTools = (hint: 'is_open_world' | 'is_destructive') =>
          listCallableTools(agent)
            .filter((tool) => tool.facts[hint] === true)
            .map((tool) => tool.facts.tool_name);
        const open = findTools('is_open_world');
        const destructive = findTools('is_destructive');
        if (open.length === 0 || destructive.length === 0) return [];
        return [
          {
            object: agent,
            message: `${agent.name} reads external content with ${formatNames(open)}, may call ${formatNames(destructive)}, and has no input guardrail.`,
            evidence: [
              evidence('metadata', `openWorldHint: ${open.join(', ')}`),
              evidence('metadata', `destructiveHint: ${destructive.join(', ')}`),
            ],
            discriminators: [],
            confidence: 0.8,
          },
        ];
      }),
};
