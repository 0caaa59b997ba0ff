import { actsAlone, lacksGuardrail, toolsOf } from '../facts.ts';
import { evidence, listed, type StaticRule } from '../static-rule.ts';

export const openWorldToolDrivesDestructiveTool: StaticRule = {
  rule_id: 'open-world-tool-drives-destructive-tool',
  rule_name: 'Text from outside can drive a destructive tool',
  rule_description:
    'An agent that acts on its own reads from the open world and may delete or overwrite things, and no guardrail looks at what comes in. An instruction hidden in a page is enough.',
  object_types: ['agent'],
  source: 'static',
  severity: 'high',
  tags: {
    owasp_llm: ['LLM01:2026', 'LLM06:2026'],
    owasp_agentic: ['ASI01:2026'],
    mitre_atlas: ['AML.T0051:2026', 'AML.T0053:2026'],
  },
  remediation: {
    summary: 'Let a guardrail look at what comes in, or take one of the tools away.',
    steps: [
      'Attach an input guardrail against prompt injection.',
      'Give the tools to different agents.',
      'Let a person confirm destructive calls.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm01-prompt-injection/'],
  },
  evaluate: (graph) =>
    graph.agents
      .filter((agent) => actsAlone(agent) && lacksGuardrail(agent, 'input'))
      .flatMap((agent) => {
        const named = (hint: 'is_open_world' | 'is_destructive') =>
          toolsOf(agent)
            .filter((tool) => tool.facts[hint] === true)
            .map((tool) => tool.facts.tool_name);
        const open = named('is_open_world');
        const destructive = named('is_destructive');
        if (open.length === 0 || destructive.length === 0) return [];
        return [
          {
            object: agent,
            message: `${agent.name} reads from outside with ${listed(open)} and may call ${listed(destructive)}, without a guardrail for what comes in.`,
            evidence: [
              evidence('metadata', `openWorldHint: ${open.join(', ')}`),
              evidence('metadata', `destructiveHint: ${destructive.join(', ')}`),
            ],
            fingerprint: [],
            confidence: 0.8,
          },
        ];
      }),
};
