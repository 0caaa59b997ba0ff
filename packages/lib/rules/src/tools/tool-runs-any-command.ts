import { actsWithoutConfirmation } from '../core/predicates.ts';
import { evidence, formatNames, type StaticRule } from '../core/static-rule.ts';

/** Names of arguments whose values are executed. */
const PROGRAM_ARGUMENT = /^(?:command|cmd|shell|script|code|sql|python|javascript|bash|expression_to_eval)$/i;

export const toolRunsAnyCommand: StaticRule = {
  rule_id: 'tool-runs-any-command',
  rule_name: 'Tool executes arbitrary commands',
  rule_description:
    'An agent that acts without confirmation has a tool that accepts a command, code or SQL as free text. Anyone who can influence the agent can execute programs with its permissions.',
  object_types: ['tool'],
  source: 'static',
  severity: 'high',
  tags: {
    owasp_llm_2025: ['LLM05', 'LLM06'],
    owasp_agentic_2026: ['ASI05'],
    mitre_atlas: ['AML.T0053'],
    cwe: ['CWE-77'],
  },
  remediation: {
    summary: 'Replace the tool with one tool for each command that is needed, or run it in a sandbox.',
    steps: [
      'Replace the free text with an enumeration or with separate tools.',
      'Run the remaining commands without network access and without secrets.',
      'Let a person confirm each call.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm052025-improper-output-handling/'],
  },
  evaluate: (graph) =>
    graph.tools.flatMap((tool) => {
      const agents = [...new Set([...tool.agents, ...tool.mcpServers.flatMap((server) => server.agents)])].filter(
        actsWithoutConfirmation,
      );
      const argument = agents.length === 0 ? undefined : findProgramArgument(tool.facts.input_schema);
      if (argument === undefined) return [];
      return [
        {
          object: tool,
          causes: agents,
          message: `${tool.facts.tool_name} executes the text of "${argument}", and ${formatNames(agents.map((agent) => agent.name))} may call it without confirmation.`,
          evidence: [evidence('schema', `${argument}: string without an enumeration or pattern`)],
          discriminators: [],
          confidence: 0.8,
        },
      ];
    }),
};

function findProgramArgument(schema: unknown): string | undefined {
  const properties = isRecord(schema) ? schema.properties : undefined;
  if (!isRecord(properties)) return undefined;
  return Object.entries(properties)
    .filter(([name, property]) => PROGRAM_ARGUMENT.test(name) && isRecord(property) && property.type === 'string')
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
