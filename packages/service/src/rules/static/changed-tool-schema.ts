import { evidence, type StaticRule } from '../static-rule.ts';

export const changedToolSchema: StaticRule = {
  rule_id: 'changed-tool-schema',
  rule_name: 'Schema of a tool has changed',
  rule_description:
    'A tool takes or gives something else than when it was accepted. A server that changes its tools after they were reviewed can make an agent hand over more than anybody agreed to.',
  object_types: ['tool'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm: ['LLM03:2026'], owasp_agentic: ['ASI04:2026'], mitre_atlas: ['AML.T0010:2026'] },
  remediation: {
    summary: 'Look at what has changed, and resolve the finding once it is what you want.',
    steps: [
      'Compare the schema with the one that was reviewed.',
      'Ask who runs the server when the change was not announced.',
      'Pin the version of the server, so that the next change is yours.',
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
        message: `What ${tool.facts.tool_name} ${side === 'input' ? 'takes' : 'gives'} has changed since it was accepted.`,
        evidence: [
          evidence('schema', `accepted: ${acceptedSchemas[side] ?? 'no schema'}`),
          evidence('schema', `now: ${schemas[side] ?? 'no schema'}`),
        ],
        fingerprint: [side, schemas[side] ?? ''],
      }));
    }),
};
