import { evidence, type StaticRule } from '../core/static-rule.ts';

export const mcpBundleWithoutDigest: StaticRule = {
  rule_id: 'mcp-bundle-without-digest',
  rule_name: 'MCP bundle without a digest',
  rule_description:
    'An MCP server is installed from a file at a URL without a digest. Anyone who can change the file can change the server.',
  object_types: ['mcp_server'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm_2025: ['LLM03'], owasp_agentic_2026: ['ASI04'], cwe: ['CWE-494'] },
  remediation: {
    summary: 'Specify the SHA-256 digest of the file.',
    steps: [
      'Calculate the digest of the reviewed file.',
      'Add it to the entry of the server, and let the client verify it.',
    ],
    references: ['https://cwe.mitre.org/data/definitions/494.html'],
  },
  evaluate: (graph) =>
    graph.mcpServers.flatMap((server) =>
      (server.facts.packages ?? [])
        .filter(({ identifier, file_sha256 }) => file_sha256 === null && /^https?:\/\//i.test(identifier))
        .map((found) => ({
          object: server,
          message: `${server.name} is installed from the file ${found.identifier} without a digest.`,
          evidence: [evidence('configuration', `${found.registry_type} ${found.identifier}`)],
          discriminators: [found.identifier],
        })),
    ),
};
