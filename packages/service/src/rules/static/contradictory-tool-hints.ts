import { evidence, type StaticRule } from '../static-rule.ts';

/** Permissions to change something, in the words that sources use. */
const WRITES =
  /(?:^|[._:/-])(?:write|create|update|delete|remove|admin|modify|insert|drop|send|execute)(?:$|[._:/-]|all)/i;

export const contradictoryToolHints: StaticRule = {
  rule_id: 'contradictory-tool-hints',
  rule_name: 'Tool contradicts itself',
  rule_description:
    'A tool says that it changes nothing, and also that it is destructive or that it needs a permission to write. Clients that trust the first let it run without asking.',
  object_types: ['tool'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm: ['LLM06:2026'], owasp_agentic: ['ASI02:2026'] },
  remediation: {
    summary: 'Correct what the tool says about itself; until then, treat it as one that changes things.',
    steps: ['Find out what the tool really does.', 'Correct its annotations or its permissions.'],
    references: ['https://modelcontextprotocol.io/specification/2025-06-18/schema#toolannotations'],
  },
  evaluate: (graph) =>
    graph.tools.flatMap((tool) => {
      const { is_readonly, is_destructive, permissions, tool_name } = tool.facts;
      if (is_readonly !== true) return [];
      const write = permissions?.find((permission) => WRITES.test(permission));
      const other =
        is_destructive === true ? 'destructiveHint is true' : write === undefined ? undefined : `permission ${write}`;
      if (other === undefined) return [];
      return [
        {
          object: tool,
          message: `${tool_name} says that it only reads, which does not go with: ${other}.`,
          evidence: [evidence('metadata', 'readOnlyHint is true'), evidence('metadata', other)],
          fingerprint: [],
        },
      ];
    }),
};
