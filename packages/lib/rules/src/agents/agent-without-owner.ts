import { evidence, type StaticRule } from '../core/static-rule.ts';

export const agentWithoutOwner: StaticRule = {
  rule_id: 'agent-without-owner',
  rule_name: 'Agent without an owner',
  rule_description: 'An agent has no owner, so nobody is responsible for acting on its findings.',
  object_types: ['agent'],
  source: 'static',
  severity: 'low',
  tags: { owasp_agentic_2026: ['ASI10'] },
  remediation: {
    summary: 'Assign an owner to the agent.',
    steps: ['Name the responsible person or team where the agent is declared.'],
    references: ['https://genai.owasp.org/resource/owasp-top-10-for-agentic-applications-for-2026/'],
  },
  evaluate: (graph) =>
    graph.agents
      .filter((agent) => agent.facts.owners?.length === 0)
      .map((agent) => ({
        object: agent,
        message: `${agent.name} has no owner.`,
        evidence: [evidence('metadata', 'owners: none')],
        discriminators: [],
      })),
};
