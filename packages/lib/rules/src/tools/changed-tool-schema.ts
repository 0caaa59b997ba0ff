import { evidence, type StaticRule } from '../core/static-rule.ts';

export const changedToolSchema: StaticRule = {
  rule_id: 'changed-tool-schema',
  rule_name: 'Schema of a tool has changed',
  rule_description:
    'The input or output schema of a tool differs from the accepted one. A server that changes its tools after their review can make an agent disclose more than was agreed.',
  object_types: ['tool'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm_2025: ['LLM03'], owasp_agentic_2026: ['ASI04'], mitre_atlas: ['AML.T0010'] },
  remediation: {
    summary: 'Review the change, and resolve the finding to accept it.',
    steps: [
      'Compare the schema with the one that was reviewed.',
      'Contact the operator of the server if the change was not announced.',
      'Pin the version of the server, so that you decide about the next change.',
    ],
    references: ['https://modelcontextprotocol.io/specification/2025-06-18/server/tools'],
  },
  evaluate: (graph) =>
    graph.tools.flatMap((tool) => {
      const { schemas, acceptedSchemas } = tool;
      if (schemas === undefined || acceptedSchemas === undefined) return [];
      const changed = (['input', 'output'] as const).filter((side) => schemas[side] !== acceptedSchemas[side]);
      return changed.map((side) => ({
        object: tool,
        message: `The ${side} schema of ${tool.facts.tool_name} has changed since it was accepted.`,
        evidence: [
          evidence('schema', `accepted: ${acceptedSchemas[side] ?? 'no schema'}`),
          evidence('schema', `present: ${schemas[side] ?? 'no schema'}`),
        ],
        discriminators: [side, schemas[side] ?? ''],
      }));
    }),
};
