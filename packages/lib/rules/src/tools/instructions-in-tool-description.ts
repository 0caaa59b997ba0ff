import { evidence, type StaticRule } from '../core/static-rule.ts';

/** Phrases that instruct the model instead of describing the tool, from published cases of tool poisoning. */
const INSTRUCTIONS: readonly RegExp[] = [
  /<\s*(?:important|system|instructions?|secret)\s*>/i,
  /\b(?:do not|don't|never)\s+(?:tell|mention|inform|reveal|show)\b[^.]{0,60}\b(?:user|person|human)\b/i,
  /\b(?:ignore|disregard|forget)\s+(?:all |any )?(?:previous|prior|other|earlier)\s+(?:instructions?|prompts?|rules?|messages?)\b/i,
  /\bbefore\s+(?:using|calling)\s+(?:this|any(?: other)?)\s+tool\b[^.]{0,80}\b(?:read|send|pass|include|call)\b/i,
  /(?:~\/\.ssh|id_rsa|\.aws\/credentials|\.env\b|mcp\.json)/i,
];

export const instructionsInToolDescription: StaticRule = {
  rule_id: 'instructions-in-tool-description',
  rule_name: 'Instructions in the description of a tool',
  rule_description:
    'The description of a tool contains instructions beyond the use of the tool, such as to read files or to withhold information from the user. Agents may follow them even if they only list the tool.',
  object_types: ['tool'],
  source: 'static',
  severity: 'high',
  tags: { owasp_llm_2025: ['LLM01'], owasp_agentic_2026: ['ASI01', 'ASI04'], mitre_atlas: ['AML.T0051'] },
  remediation: {
    summary: 'Remove the tool from agents until its description only describes it.',
    steps: [
      'Read the complete description.',
      'Contact the publisher of the tool, or report it to the registry.',
      'Review the actions of agents that have this tool.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm01-prompt-injection/'],
  },
  evaluate: (graph) =>
    graph.tools.flatMap((tool) => {
      const found = INSTRUCTIONS.map((phrase) => phrase.exec(tool.facts.description ?? '')?.[0]).filter(
        (text) => text !== undefined,
      );
      if (found.length === 0) return [];
      return [
        {
          object: tool,
          message: `The description of ${tool.facts.tool_name} contains instructions for the model.`,
          evidence: found.map((text) => evidence('metadata', text)),
          discriminators: [],
          confidence: 0.8,
        },
      ];
    }),
};
