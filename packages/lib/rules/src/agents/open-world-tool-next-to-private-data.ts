import { listCallableTools } from '../core/predicates.ts';
import { evidence, type StaticRule } from '../core/static-rule.ts';

/** Permissions to read, as sources name them. */
const READ_PERMISSION =
  /(?:^|[._:/-])(?:read|get|list|view|select|query|search|export|download)(?:$|[._:/-]|only|all)/i;

export const openWorldToolNextToPrivateData: StaticRule = {
  rule_id: 'open-world-tool-next-to-private-data',
  rule_name: 'Open-world tool next to private data',
  rule_description:
    'One agent has a tool that accesses external systems and a tool that reads private data. External text can make the agent exfiltrate the data.',
  object_types: ['agent', 'tool'],
  source: 'static',
  severity: 'high',
  tags: {
    owasp_llm_2025: ['LLM01', 'LLM02'],
    owasp_agentic_2026: ['ASI01', 'ASI02'],
    mitre_atlas: ['AML.T0057', 'AML.T0086'],
  },
  remediation: {
    summary: 'Assign the tools to different agents, or attach an output guardrail.',
    steps: [
      'Move the open-world tool to a sub-agent that has no access to data.',
      'Or restrict the tool to an allowlist of addresses.',
      'Or attach an output guardrail that detects private data.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm01-prompt-injection/'],
  },
  evaluate: (graph) =>
    graph.agents.flatMap((agent) => {
      const tools = listCallableTools(agent);
      const open = tools.filter((tool) => tool.facts.is_open_world === true);
      const reader = tools.find(
        ({ facts }) =>
          facts.is_open_world === false && facts.permissions?.some((permission) => READ_PERMISSION.test(permission)),
      );
      const hasOutputGuardrail = agent.facts.guardrails?.some((guardrail) => guardrail.direction !== 'input') ?? false;
      if (reader === undefined || hasOutputGuardrail) return [];
      return open.map((tool) => ({
        object: tool,
        subject: agent,
        message: `${agent.name} has ${tool.facts.tool_name}, which accesses external systems, and ${reader.facts.tool_name}, which reads private data.`,
        evidence: [
          evidence('metadata', `${tool.facts.tool_name}: openWorldHint is true`),
          evidence('metadata', `${reader.facts.tool_name}: ${reader.facts.permissions?.join(', ')}`),
        ],
        discriminators: [agent.facts.stable_key],
        confidence: 0.7,
      }));
    }),
};
