/** The settings of MCP servers in files. */
import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

/** Scans a file of settings with one server. */
const scanServer = (settings: object) =>
  scanSources({ '.mcp.json': JSON.stringify({ mcpServers: { docs: { command: 'npx', ...settings } } }, null, 2) });

describe('a configured MCP server', () => {
  it.each([
    ['"disabled": true', { disabled: true }, 'true'],
    ['"enabled": false', { enabled: false }, 'true'],
    ['"disabled": false', { disabled: false }, undefined],
    ['"enabled": true', { enabled: true }, undefined],
    ['neither', {}, undefined],
  ])('is disabled according to %s', async (_, settings, disabled) => {
    const { report } = await scanServer(settings);
    const [server] = report.objects.filter(({ kind }) => kind === 'mcp_server');
    expect(server?.name).toBe('docs');
    expect(server?.labels.get('disabled')).toBe(disabled);
  });
});

/** No token of a known issuer: only its position says that it is a secret. */
const SECRET = 'blue-crane-harbor';

describe('a snippet of a configured MCP server', () => {
  it.each([
    ['an argument after --token', { args: ['docs-mcp', '--token', SECRET] }],
    ['an argument after --api-key', { args: ['docs-mcp', '--api-key', SECRET, '--verbose'] }],
    ['an argument after -password', { args: ['docs-mcp', '-password', SECRET] }],
    ['an argument that contains its option', { args: ['docs-mcp', `--token=${SECRET}`] }],
    ['a variable', { env: { DOCS_API_KEY: SECRET } }],
    ['a header', { headers: { 'X-Api-Key': SECRET } }],
  ])('has [REDACTED] instead of a secret in %s', async (_, settings) => {
    const { report } = await scanServer(settings);
    const [snippet] = report.document.locations.map((location) => location.snippet);
    expect(snippet).toContain('[REDACTED]');
    expect(JSON.stringify(report.document)).not.toContain(SECRET);
  });

  it('has [REDACTED] instead of an unquoted YAML string with blanks', async () => {
    const { report } = await scanSources({
      'mcp-servers.yaml':
        'mcpServers:\n  docs:\n    command: docs-mcp\n    args:\n      - --password\n      - blue crane harbor\n',
    });
    const [snippet] = report.document.locations.map((location) => location.snippet);
    expect(snippet).toContain('- --password\n      - [REDACTED]');
    expect(snippet).not.toContain('harbor');
  });

  it.each([
    ['an argument after an option for something else', { args: ['docs-mcp', '--folder', SECRET] }],
    ['an option after another that is named like a secret', { args: ['--auth', `--${SECRET}`] }],
    ['a placeholder', { args: ['--token', `<your ${SECRET}>`] }],
  ])('shows %s', async (_, settings) => {
    const { report } = await scanServer(settings);
    const [snippet] = report.document.locations.map((location) => location.snippet);
    expect(snippet).toContain(SECRET);
    expect(snippet).not.toContain('[REDACTED]');
  });
});
