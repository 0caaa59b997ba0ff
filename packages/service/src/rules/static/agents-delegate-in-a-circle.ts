import type { GraphNode } from '../graph-view.ts';
import { evidence, type StaticRule } from '../static-rule.ts';

/** Longest circle that is looked for; a view holds what is two edges away from its objects. */
const LONGEST = 4;

export const agentsDelegateInACircle: StaticRule = {
  rule_id: 'agents-delegate-in-a-circle',
  rule_name: 'Agents hand work to each other in a circle',
  rule_description:
    'An agent hands work to agents that hand it back. One misleading task can run for ever, cost without end, and grow worse with each turn.',
  object_types: ['agent'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm: ['LLM10:2026'], owasp_agentic: ['ASI08:2026'] },
  remediation: {
    summary: 'Break the circle, or limit how often work may be handed on.',
    steps: ['Take away the way back.', 'Or set a limit of steps and of cost for each task.'],
    references: ['https://genai.owasp.org/resource/owasp-top-10-for-agentic-applications-for-2026/'],
  },
  evaluate: (graph) =>
    graph.agents.flatMap((agent) => {
      const circle = circleOf(agent);
      if (circle === undefined) return [];
      const way = [...circle, agent].map((step) => step.name).join(' → ');
      return [
        {
          object: agent,
          message: `${agent.name} hands work on until it comes back: ${way}.`,
          evidence: [evidence('configuration', way)],
          fingerprint: [],
        },
      ];
    }),
};

/** The shortest way from an agent back to itself. */
function circleOf(start: GraphNode<'agent'>): readonly GraphNode<'agent'>[] | undefined {
  let ways: (readonly GraphNode<'agent'>[])[] = [[start]];
  const seen = new Set<GraphNode<'agent'>>();
  for (let length = 1; length <= LONGEST; length += 1) {
    const closed = ways.find((way) => way.at(-1)?.subAgents.includes(start));
    if (closed !== undefined) return closed;
    const next: (readonly GraphNode<'agent'>[])[] = [];
    for (const way of ways) {
      for (const agent of way.at(-1)?.subAgents ?? []) {
        if (!seen.has(agent)) next.push([...way, agent]);
        seen.add(agent);
      }
    }
    ways = next;
  }
  return undefined;
}
