import { toolsOf } from '../facts.ts';
import { evidence, type StaticRule } from '../static-rule.ts';

/** Permissions to read, in the words that sources use. */
const READS = /(?:^|[._:/-])(?:read|get|list|view|select|query|search|export|download)(?:$|[._:/-]|only|all)/i;

export const openWorldToolNextToPrivateData: StaticRule = {
  rule_id: 'open-world-tool-next-to-private-data',
  rule_name: 'Open-world tool next to private data',
  rule_description:
    'One agent has a tool that reaches beyond the organization and a tool that reads its data. Text from outside can make the agent carry the data out.',
  object_types: ['agent', 'tool'],
  source: 'static',
  severity: 'high',
  tags: {
    owasp_llm: ['LLM01:2026', 'LLM02:2026'],
    owasp_agentic: ['ASI01:2026', 'ASI02:2026'],
    mitre_atlas: ['AML.T0057:2026', 'AML.T0086:2026'],
  },
  remediation: {
    summary: 'Do not give one agent both, or let a guardrail look at what leaves.',
    steps: [
      'Move the open-world tool to a sub-agent that has no access to data.',
      'Or restrict the tool to addresses that you list.',
      'Or attach an output guardrail that looks for data.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm01-prompt-injection/'],
  },
  evaluate: (graph) =>
    graph.agents.flatMap((agent) => {
      const tools = toolsOf(agent);
      const open = tools.filter((tool) => tool.facts.is_open_world === true);
      const reads = tools.find(
        ({ facts }) => facts.is_open_world === false && facts.permissions?.some((permission) => READS.test(permission)),
      );
      // An agent that is known to have an output guardrail has somebody at the door.
      const isWatched = agent.facts.guardrails?.some((guardrail) => guardrail.direction !== 'input') ?? false;
      if (reads === undefined || isWatched) return [];
      return open.map((tool) => ({
        object: tool,
        shownAt: agent,
        message: `${agent.name} has ${tool.facts.tool_name}, which reaches beyond the organization, next to ${reads.facts.tool_name}, which reads its data.`,
        evidence: [
          evidence('metadata', `${tool.facts.tool_name}: openWorldHint is true`),
          evidence('metadata', `${reads.facts.tool_name}: ${reads.facts.permissions?.join(', ')}`),
        ],
        fingerprint: [agent.facts.stable_key],
        confidence: 0.7,
      }));
    }),
};
