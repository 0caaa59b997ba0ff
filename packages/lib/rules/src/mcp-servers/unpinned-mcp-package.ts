import { evidence, type StaticRule } from '../core/static-rule.ts';

export const unpinnedMcpPackage: StaticRule = {
  rule_id: 'unpinned-mcp-package',
  rule_name: 'MCP package is not pinned',
  rule_description:
    'An MCP server is installed from a package without a version, so the latest version runs at the next start, even a malicious one.',
  object_types: ['mcp_server'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm_2025: ['LLM03'], owasp_agentic_2026: ['ASI04'], mitre_atlas: ['AML.T0010'] },
  remediation: {
    summary: 'Specify the version of the package, or preferably its digest.',
    steps: [
      'Add the version to the name of the package in the start command.',
      'Update the version after a review of the changes.',
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
          discriminators: [found.registry_type, found.identifier],
        })),
    ),
};
