import { actsWithoutConfirmation, listCallableTools } from '../core/predicates.ts';
import { evidence, formatNames, type StaticRule } from '../core/static-rule.ts';

export const approvalLostInDelegation: StaticRule = {
  rule_id: 'approval-lost-in-delegation',
  rule_name: 'Approval is lost in delegation',
  rule_description:
    'A person confirms the actions of an agent, but the agent delegates to a sub-agent that acts without confirmation and may delete or overwrite data.',
  object_types: ['agent'],
  source: 'static',
  severity: 'high',
  tags: { owasp_llm_2025: ['LLM06'], owasp_agentic_2026: ['ASI03', 'ASI09'] },
  remediation: {
    summary: 'Require confirmation for the sub-agent as well, or remove its destructive tools.',
    steps: [
      'Set the sub-agent to human_in_loop for these tools.',
      'Or let it only prepare the action, and let the parent agent execute it.',
    ],
    references: ['https://genai.owasp.org/resource/owasp-top-10-for-agentic-applications-for-2026/'],
  },
  evaluate: (graph) =>
    graph.agents
      .filter((agent) => agent.facts.autonomy_level === 'human_in_loop')
      .flatMap((agent) =>
        agent.subAgents.filter(actsWithoutConfirmation).flatMap((sub) => {
          const destructive = listCallableTools(sub)
            .filter((tool) => tool.facts.is_destructive === true)
            .map((tool) => tool.facts.tool_name);
          if (destructive.length === 0) return [];
          return [
            {
              object: agent,
              message: `A person confirms the actions of ${agent.name}, but it delegates to ${sub.name}, which calls ${formatNames(destructive)} without confirmation.`,
              evidence: [
                evidence('configuration', `${agent.name}: human_in_loop`),
                evidence('configuration', `${sub.name}: ${sub.facts.autonomy_level}`),
              ],
              discriminators: [sub.facts.stable_key],
            },
          ];
        }),
      ),
};
