import { toolsOf } from '../facts.ts';
import { evidence, listed, type StaticRule } from '../static-rule.ts';

export const toolNameShadowing: StaticRule = {
  rule_id: 'tool-name-shadowing',
  rule_name: 'Two tools of one name',
  rule_description:
    'An agent has tools of the same name from different sources. The model cannot tell them apart, and a hostile server can take calls that were meant for another one.',
  object_types: ['agent'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_agentic: ['ASI02:2026', 'ASI04:2026'], mitre_atlas: ['AML.T0053:2026'] },
  remediation: {
    summary: 'Give each tool a name of its own, with the server before it.',
    steps: ['Set a prefix for each server where the agent is set up.', 'Or take away the tool that is not needed.'],
    references: ['https://modelcontextprotocol.io/specification/2025-06-18/server/tools'],
  },
  evaluate: (graph) =>
    graph.agents.flatMap((agent) => {
      const byName = Map.groupBy(
        toolsOf(agent).filter((tool) => tool.facts.tool_kind === 'tool'),
        (tool) => tool.facts.tool_name,
      );
      return [...byName]
        .filter(([, tools]) => tools.length > 1)
        .map(([name, tools]) => {
          const sources = tools.map((tool) => tool.mcpServers[0]?.name ?? tool.facts.tool_source);
          return {
            object: agent,
            message: `${agent.name} has ${tools.length} tools that are called ${name}: of ${listed(sources)}.`,
            evidence: tools.map((tool) => evidence('metadata', tool.facts.stable_key)),
            fingerprint: [name],
          };
        });
    }),
};
