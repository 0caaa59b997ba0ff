import { evidence, type StaticRule } from '../static-rule.ts';

export const mcpBundleWithoutDigest: StaticRule = {
  rule_id: 'mcp-bundle-without-digest',
  rule_name: 'MCP bundle without a digest',
  rule_description:
    'An MCP server is installed from a file at an address, and nothing says what the file has to contain. Whoever can change the file changes the server.',
  object_types: ['mcp_server'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm: ['LLM03:2026'], owasp_agentic: ['ASI04:2026'], cwe: ['CWE-494:2026'] },
  remediation: {
    summary: 'Name the SHA-256 digest of the file.',
    steps: [
      'Take the digest of the file that was reviewed.',
      'Write it into the entry of the server, and let the client check it.',
    ],
    references: ['https://cwe.mitre.org/data/definitions/494.html'],
  },
  evaluate: (graph) =>
    graph.mcpServers.flatMap((server) =>
      (server.facts.packages ?? [])
        .filter(({ identifier, file_sha256 }) => file_sha256 === null && /^https?:\/\//i.test(identifier))
        .map((found) => ({
          object: server,
          message: `${server.name} is installed from the file ${found.identifier}, of which no digest is known.`,
          evidence: [evidence('configuration', `${found.registry_type} ${found.identifier}`)],
          fingerprint: [found.identifier],
        })),
    ),
};
