import { evidence, type StaticRule } from '../static-rule.ts';

export const unpinnedMcpPackage: StaticRule = {
  rule_id: 'unpinned-mcp-package',
  rule_name: 'Package of an MCP server is not pinned',
  rule_description:
    'An MCP server is installed from a package without a version, so that the newest one runs at the next start, whoever published it.',
  object_types: ['mcp_server'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm: ['LLM03:2026'], owasp_agentic: ['ASI04:2026'], mitre_atlas: ['AML.T0010:2026'] },
  remediation: {
    summary: 'Name the version of the package, or better its digest.',
    steps: [
      'Write the version behind the name of the package where the server is started.',
      'Raise it after a look at what has changed.',
    ],
    references: ['https://modelcontextprotocol.io/specification/2025-06-18/basic/security_best_practices'],
  },
  evaluate: (graph) =>
    graph.mcpServers.flatMap((server) =>
      (server.facts.packages ?? [])
        .filter(({ version, file_sha256 }) => file_sha256 === null && (version === null || version === 'latest'))
        .map((found) => ({
          object: server,
          message: `${server.name} is installed from ${found.identifier} (${found.registry_type}) without a version.`,
          evidence: [
            evidence('configuration', `${found.registry_type} ${found.identifier}: ${found.version ?? 'no version'}`),
          ],
          fingerprint: [found.registry_type, found.identifier],
        })),
    ),
};
