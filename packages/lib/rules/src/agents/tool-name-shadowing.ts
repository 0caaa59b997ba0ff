import { groupBy } from '@aispm/domain';
import { listCallableTools } from '../core/predicates.ts';
import { evidence, formatNames, type StaticRule } from '../core/static-rule.ts';

export const toolNameShadowing: StaticRule = {
  rule_id: 'tool-name-shadowing',
  rule_name: 'Tools with the same name',
  rule_description:
    'An agent has tools with the same name from different sources. The model cannot distinguish them, and a hostile server can intercept calls that are meant for another server.',
  object_types: ['agent'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_agentic_2026: ['ASI02', 'ASI04'], mitre_atlas: ['AML.T0053'] },
  remediation: {
    summary: 'Give each tool a unique name, with its server as prefix.',
    steps: ['Configure a prefix for each server in the agent.', 'Or remove the tool that is not needed.'],
    references: ['https://modelcontextprotocol.io/specification/2025-06-18/server/tools'],
  },
  evaluate: (graph) =>
    graph.agents.flatMap((agent) => {
      const byName = groupBy(
        listCallableTools(agent).filter((tool) => tool.facts.tool_kind === 'tool'),
        (tool) => tool.facts.tool_name,
      );
      return [...byName]
        .filter(([, tools]) => tools.length > 1)
        .map(([name, tools]) => {
          const sources = tools.map((tool) => tool.mcpServers[0]?.name ?? tool.facts.tool_source);
          return {
            object: agent,
            message: `${agent.name} has ${tools.length} tools with the name ${name}, from ${formatNames(sources)}.`,
            evidence: tools.map((tool) => evidence('metadata', tool.facts.stable_key)),
            discriminators: [name],
          };
        });
    }),
};
