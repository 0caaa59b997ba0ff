import type { GraphNode } from '../core/graph.ts';
import { evidence, type StaticRule } from '../core/static-rule.ts';

/** Maximum length of a cycle: the number of steps in `READS`. */
const MAX_CYCLE_LENGTH = 4;

export const agentsDelegateInACircle: StaticRule = {
  rule_id: 'agents-delegate-in-a-circle',
  rule_name: 'Agents delegate to each other in a cycle',
  rule_description:
    'An agent delegates to agents that delegate back to it. One misleading task can run without end, cause unlimited cost, and amplify errors with each turn.',
  object_types: ['agent'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm_2025: ['LLM10'], owasp_agentic_2026: ['ASI08'] },
  remediation: {
    summary: 'Break the cycle, or limit the number of delegations.',
    steps: ['Remove the delegation back to the first agent.', 'Or limit the steps and the cost of each task.'],
    references: ['https://genai.owasp.org/resource/owasp-top-10-for-agentic-applications-for-2026/'],
  },
  evaluate: (graph) =>
    graph.agents.flatMap((agent) => {
      const cycle = findCycle(agent);
      if (cycle === undefined) return [];
      const path = [...cycle, agent].map((step) => step.name).join(' → ');
      return [
        {
          object: agent,
          message: `${agent.name} delegates in a cycle: ${path}.`,
          evidence: [evidence('configuration', path)],
          discriminators: [],
        },
      ];
    }),
};

/** Finds the shortest path from an agent back to itself. */
function findCycle(start: GraphNode<'agent'>): readonly GraphNode<'agent'>[] | undefined {
  let paths: (readonly GraphNode<'agent'>[])[] = [[start]];
  const seen = new Set<GraphNode<'agent'>>();
  for (let length = 1; length <= MAX_CYCLE_LENGTH; length += 1) {
    const closed = paths.find((path) => path.at(-1)?.subAgents.includes(start));
    if (closed !== undefined) return closed;
    const next: (readonly GraphNode<'agent'>[])[] = [];
    for (const path of paths) {
      for (const agent of path.at(-1)?.subAgents ?? []) {
        if (!seen.has(agent)) next.push([...path, agent]);
        seen.add(agent);
      }
    }
    paths = next;
  }
  return undefined;
}
