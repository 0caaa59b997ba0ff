import type { ScannedRule } from '@aispm/types';

/** A secret in a source file that defines agents, tools or MCP servers. */
export const secretInAgentCode: ScannedRule = {
  rule_id: 'secret-in-agent-code',
  rule_name: 'Secret in the code of an agent',
  rule_description:
    "A source file that defines an agent, a tool or an MCP server contains a secret in plain text, so that everyone who can read the repository has it. The service doesn't see it, because scanners replace secrets before they send anything.",
  object_types: ['agent', 'tool', 'mcp_server'],
  source: 'external',
  severity: 'high',
  tags: { owasp_llm_2025: ['LLM02'], cwe: ['CWE-798'] },
  remediation: {
    summary: 'Take the secret out, replace it, and read it from the environment or a secret store.',
    steps: [
      'Revoke the secret; treat it as leaked, including in the history of the repository.',
      'Read a new one from the environment or a secret store at run time.',
    ],
    references: ['https://cwe.mitre.org/data/definitions/798.html'],
  },
};
