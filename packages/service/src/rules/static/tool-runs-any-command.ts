import { actsAlone } from '../facts.ts';
import { evidence, listed, type StaticRule } from '../static-rule.ts';

/** Arguments that are programs: what is in them is carried out. */
const PROGRAMS = /^(?:command|cmd|shell|script|code|sql|python|javascript|bash|expression_to_eval)$/i;

export const toolRunsAnyCommand: StaticRule = {
  rule_id: 'tool-runs-any-command',
  rule_name: 'Tool that runs any command',
  rule_description:
    'An agent that acts on its own has a tool that takes a command, code or SQL as free text. Whoever can steer the agent runs programs with its rights.',
  object_types: ['tool'],
  source: 'static',
  severity: 'high',
  tags: {
    owasp_llm: ['LLM05:2026', 'LLM06:2026'],
    owasp_agentic: ['ASI05:2026'],
    mitre_atlas: ['AML.T0053:2026'],
    cwe: ['CWE-77:2026'],
  },
  remediation: {
    summary: 'Offer the few commands that are needed, each as a tool of its own, or run them in a sandbox.',
    steps: [
      'Replace the free text by an enumeration or by tools for each task.',
      'Run what remains without network and without secrets.',
      'Let a person confirm each call.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm052025-improper-output-handling/'],
  },
  evaluate: (graph) =>
    graph.tools.flatMap((tool) => {
      const agents = [...new Set([...tool.agents, ...tool.mcpServers.flatMap((server) => server.agents)])].filter(
        actsAlone,
      );
      const argument = agents.length === 0 ? undefined : programArgument(tool.facts.input_schema);
      if (argument === undefined) return [];
      return [
        {
          object: tool,
          message: `${tool.facts.tool_name} carries out whatever stands in "${argument}", and ${listed(agents.map((agent) => agent.name))} may call it on its own.`,
          evidence: [evidence('schema', `${argument}: text without an enumeration or pattern`)],
          fingerprint: [],
          confidence: 0.8,
        },
      ];
    }),
};

function programArgument(schema: unknown): string | undefined {
  const properties = isRecord(schema) ? schema.properties : undefined;
  if (!isRecord(properties)) return undefined;
  return Object.entries(properties)
    .filter(([name, property]) => PROGRAMS.test(name) && isRecord(property) && property.type === 'string')
    .find(
      ([, property]) =>
        isRecord(property) &&
        property.enum === undefined &&
        property.const === undefined &&
        property.pattern === undefined,
    )?.[0];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
