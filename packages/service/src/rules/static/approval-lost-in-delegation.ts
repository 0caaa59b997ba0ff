import { actsAlone, toolsOf } from '../facts.ts';
import { evidence, listed, type StaticRule } from '../static-rule.ts';

export const approvalLostInDelegation: StaticRule = {
  rule_id: 'approval-lost-in-delegation',
  rule_name: 'Approval is lost when work is handed on',
  rule_description:
    'A person confirms what an agent does, but the agent hands work to a sub-agent that acts without confirmation and may delete or overwrite things.',
  object_types: ['agent'],
  source: 'static',
  severity: 'high',
  tags: { owasp_llm: ['LLM06:2026'], owasp_agentic: ['ASI03:2026', 'ASI09:2026'] },
  remediation: {
    summary: 'Let a person confirm the sub-agent as well, or take its destructive tools away.',
    steps: [
      'Set the sub-agent to human_in_loop for these tools.',
      'Or let it only prepare, and the agent above carry out.',
    ],
    references: ['https://genai.owasp.org/resource/owasp-top-10-for-agentic-applications-for-2026/'],
  },
  evaluate: (graph) =>
    graph.agents
      .filter((agent) => agent.facts.autonomy_level === 'human_in_loop')
      .flatMap((agent) =>
        agent.subAgents.filter(actsAlone).flatMap((sub) => {
          const destructive = toolsOf(sub)
            .filter((tool) => tool.facts.is_destructive === true)
            .map((tool) => tool.facts.tool_name);
          if (destructive.length === 0) return [];
          return [
            {
              object: agent,
              message: `A person confirms what ${agent.name} does, but ${sub.name}, to which it hands work, calls ${listed(destructive)} without asking.`,
              evidence: [
                evidence('configuration', `${agent.name}: human_in_loop`),
                evidence('configuration', `${sub.name}: ${sub.facts.autonomy_level}`),
              ],
              fingerprint: [sub.facts.stable_key],
            },
          ];
        }),
      ),
};
