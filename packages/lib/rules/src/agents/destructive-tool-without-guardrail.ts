import { actsWithoutConfirmation, lacksGuardrail, listCallableTools } from '../core/predicates.ts';
import { evidence, type StaticRule } from '../core/static-rule.ts';

export const destructiveToolWithoutGuardrail: StaticRule = {
  rule_id: 'destructive-tool-without-guardrail',
  rule_name: 'Destructive tool without an output guardrail',
  rule_description:
    'An agent may call a tool that changes or deletes things, and no guardrail looks at what the agent is about to do.',
  object_types: ['agent', 'tool'],
  source: 'static',
  severity: 'high',
  tags: { owasp_llm_2025: ['LLM06'] },
  remediation: {
    summary: 'Put an output guardrail before the tool, or let a person confirm each call.',
    steps: [
      'Attach an output guardrail to the agent that covers the tool.',
      'Or set the agent to human_in_loop for this tool.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm062025-excessive-agency/'],
  },
  evaluate: (graph) =>
    graph.agents
      .filter((agent) => actsWithoutConfirmation(agent) && lacksGuardrail(agent, 'output'))
      .flatMap((agent) =>
        listCallableTools(agent)
          .filter((tool) => tool.facts.is_destructive === true)
          .map((tool) => ({
            object: tool,
            subject: agent,
            message: `${agent.name} may call ${tool.facts.tool_name} on its own, and no output guardrail looks at the call before it happens.`,
            evidence: [
              evidence('metadata', `${tool.facts.tool_name}: destructiveHint is true`),
              evidence(
                'configuration',
                `${agent.name}: autonomy ${agent.facts.autonomy_level}, no guardrail for output`,
              ),
            ],
            discriminators: [agent.facts.stable_key],
            confidence: 0.9,
          })),
      ),
};
