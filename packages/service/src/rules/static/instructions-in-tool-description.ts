import { evidence, type StaticRule } from '../static-rule.ts';

/** Wordings that speak to the model instead of describing the tool, from published cases of tool poisoning. */
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
    'The description of a tool tells the model what to do beyond the tool, such as to read files or to keep something from the user. Agents follow it whenever the tool is merely listed.',
  object_types: ['tool'],
  source: 'static',
  severity: 'high',
  tags: { owasp_llm: ['LLM01:2026'], owasp_agentic: ['ASI01:2026', 'ASI04:2026'], mitre_atlas: ['AML.T0051:2026'] },
  remediation: {
    summary: 'Take the tool away from agents until its description only describes it.',
    steps: [
      'Read the whole description.',
      'Ask who publishes the tool, or report it to the registry.',
      'Look through what agents with this tool did.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm01-prompt-injection/'],
  },
  evaluate: (graph) =>
    graph.tools.flatMap((tool) => {
      const found = INSTRUCTIONS.map((wording) => wording.exec(tool.facts.description ?? '')?.[0]).filter(
        (text) => text !== undefined,
      );
      if (found.length === 0) return [];
      return [
        {
          object: tool,
          message: `The description of ${tool.facts.tool_name} speaks to the model instead of describing the tool.`,
          evidence: found.map((text) => evidence('metadata', text)),
          fingerprint: [],
          confidence: 0.8,
        },
      ];
    }),
};
