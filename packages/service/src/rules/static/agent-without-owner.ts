import { evidence, type StaticRule } from '../static-rule.ts';

export const agentWithoutOwner: StaticRule = {
  rule_id: 'agent-without-owner',
  rule_name: 'Agent without an owner',
  rule_description: 'Nobody answers for an agent, so that nobody will act on what is found about it.',
  object_types: ['agent'],
  source: 'static',
  severity: 'low',
  tags: { owasp_agentic: ['ASI10:2026'] },
  remediation: {
    summary: 'Name who answers for the agent.',
    steps: ['Write the person or team where the agent is declared.'],
    references: ['https://genai.owasp.org/resource/owasp-top-10-for-agentic-applications-for-2026/'],
  },
  evaluate: (graph) =>
    graph.agents
      .filter((agent) => agent.facts.owners?.length === 0)
      .map((agent) => ({
        object: agent,
        message: `Nobody is named who answers for ${agent.name}.`,
        evidence: [evidence('metadata', 'owners: none')],
        fingerprint: [],
      })),
};
