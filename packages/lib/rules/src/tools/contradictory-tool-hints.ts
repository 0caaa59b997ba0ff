import { evidence, type StaticRule } from '../core/static-rule.ts';

/** Permissions to change something, as sources name them. */
const WRITE_PERMISSION =
  /(?:^|[._:/-])(?:write|create|update|delete|remove|admin|modify|insert|drop|send|execute)(?:$|[._:/-]|all)/i;

export const contradictoryToolHints: StaticRule = {
  rule_id: 'contradictory-tool-hints',
  rule_name: 'Contradictory hints of a tool',
  rule_description:
    'A tool declares itself read-only, but also destructive or in need of a write permission. Clients that trust the read-only hint run it without confirmation.',
  object_types: ['tool'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm_2025: ['LLM06'], owasp_agentic_2026: ['ASI02'] },
  remediation: {
    summary: 'Correct the hints of the tool; until then, treat it as a tool that changes data.',
    steps: ['Find out what the tool does.', 'Correct its annotations or its permissions.'],
    references: ['https://modelcontextprotocol.io/specification/2025-06-18/schema#toolannotations'],
  },
  evaluate: (graph) =>
    graph.tools.flatMap((tool) => {
      const { is_readonly, is_destructive, permissions, tool_name } = tool.facts;
      if (is_readonly !== true) return [];
      const write = permissions?.find((permission) => WRITE_PERMISSION.test(permission));
      const other =
        is_destructive === true ? 'destructiveHint is true' : write === undefined ? undefined : `permission ${write}`;
      if (other === undefined) return [];
      return [
        {
          object: tool,
          message: `${tool_name} declares itself read-only, which contradicts: ${other}.`,
          evidence: [evidence('metadata', 'readOnlyHint is true'), evidence('metadata', other)],
          discriminators: [],
        },
      ];
    }),
};
