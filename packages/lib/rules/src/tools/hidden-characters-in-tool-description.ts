import { formatCodePoint, listHidden } from '@aispm/openapi/hidden-characters';
import { evidence, type StaticRule } from '../core/static-rule.ts';

export const hiddenCharactersInToolDescription: StaticRule = {
  rule_id: 'hidden-characters-in-tool-description',
  rule_name: 'Hidden characters in the description of a tool',
  rule_description:
    'The description of a tool contains characters that people do not see but models read. Attackers use them to hide instructions from a review.',
  object_types: ['tool'],
  source: 'static',
  severity: 'high',
  tags: { owasp_llm_2025: ['LLM01'], owasp_agentic_2026: ['ASI01', 'ASI04'], mitre_atlas: ['AML.T0051'] },
  remediation: {
    summary: 'Remove the tool from agents until its description is clean.',
    steps: [
      'Inspect the description with its hidden characters made visible.',
      'Contact the publisher of the tool.',
      'Pin the last version without hidden characters.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm01-prompt-injection/'],
  },
  evaluate: (graph) =>
    graph.tools.flatMap((tool) => {
      const found = listHidden(tool.facts.description ?? '').map(formatCodePoint);
      if (found.length === 0) return [];
      return [
        {
          object: tool,
          message: `The description of ${tool.facts.tool_name} contains ${found.length} hidden characters.`,
          evidence: [evidence('metadata', [...new Set(found)].slice(0, 20).join(' '))],
          discriminators: [],
        },
      ];
    }),
};
