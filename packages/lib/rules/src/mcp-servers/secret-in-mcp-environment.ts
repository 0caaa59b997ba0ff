import { evidence, type StaticRule } from '../core/static-rule.ts';

/** An assignment to a variable in a configuration or image, whose value the scanner has redacted. */
const ASSIGNMENT = /\[REDACTED\](?<=([A-Za-z_][A-Za-z0-9_.-]{0,254})["']?\s{0,20}[:=]\s{0,20}["']?\[REDACTED\])/g;

export const secretInMcpEnvironment: StaticRule = {
  rule_id: 'secret-in-mcp-environment',
  rule_name: 'Secret in the environment of an MCP server',
  rule_description:
    'The configuration or image of an MCP server carries a secret in plain text, so that everyone who can read it has the secret.',
  object_types: ['mcp_server'],
  source: 'static',
  severity: 'critical',
  tags: { owasp_llm_2025: ['LLM02'], cwe: ['CWE-798'] },
  remediation: {
    summary: 'Take the secret out, replace it, and let the server read it from a secret store.',
    steps: [
      'Revoke the secret; it has to be treated as known.',
      'Mount a new one from the secret store at run time.',
      'Build the image again without it.',
    ],
    references: ['https://cwe.mitre.org/data/definitions/798.html'],
  },
  evaluate: (graph) =>
    graph.mcpServers.flatMap((server) => {
      const found = new Map<string, string>();
      for (const location of server.locations) {
        for (const [, variable = ''] of (location.snippet ?? '').matchAll(ASSIGNMENT))
          found.set(variable, location.name);
      }
      return [...found].map(([variable, location]) => ({
        object: server,
        message: `${location} gives ${variable} of ${server.name} a value. Everyone who can read it has the secret.`,
        evidence: [evidence('environment', `${variable}=[REDACTED]`)],
        discriminators: [variable],
        confidence: 0.9,
      }));
    }),
};
