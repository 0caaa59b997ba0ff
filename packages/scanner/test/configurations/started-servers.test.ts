import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const PYTHON = `from mcp.server.fastmcp import FastMCP
mcp = FastMCP("orders")

@mcp.tool()
def find_order(order: str) -> str:
    """Finds an order."""
    return order
`;
const TYPESCRIPT = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'orders', version: '1.0.0' });
`;

/** The configured server with the implementation that it names, and its locations. */
async function configured(files: Record<string, string>) {
  const { report } = await scanSources(files);
  const servers = report.objects.filter(({ kind }) => kind === 'mcp_server');
  const server = servers.find(({ labels }) => !labels.has('implemented'));
  const scanned = report.document.objects.find(
    (each) => each.object_type === 'mcp_server' && each.aispm_friendly_name === 'desk',
  );
  return {
    implementation: server?.labels.get('implementation'),
    files: server?.locations.map(({ file, span }) => `${file}:${span[0]}`),
    count: servers.length,
    key: scanned?.stable_key,
  };
}

const configuration = (command: string, ...args: string[]) =>
  JSON.stringify({ mcpServers: { desk: { command, args } } });

describe('a configured server', () => {
  it.each<[string, string, Record<string, string>, string]>([
    ['a file', '.mcp.json', { '.mcp.json': configuration('python', 'desk/server.py') }, 'desk/server.py:2'],
    [
      'a file of the workspace',
      '.vscode/mcp.json',
      {
        '.vscode/mcp.json': JSON.stringify({
          servers: { desk: { command: 'uv', args: ['run', `\${workspaceFolder}/desk/server.py`] } },
        }),
      },
      'desk/server.py:2',
    ],
    [
      'a file in the folder in which uv works',
      'c/.mcp.json',
      { 'c/.mcp.json': configuration('uv', '--directory', 'desk', 'run', 'server.py') },
      'desk/server.py:2',
    ],
    ['a module', '.mcp.json', { '.mcp.json': configuration('python3', '-m', 'desk.server') }, 'desk/server.py:2'],
    [
      'a compiled file',
      '.mcp.json',
      { '.mcp.json': configuration('node', './web/dist/index.js'), 'web/src/index.ts': TYPESCRIPT },
      'web/src/index.ts:2',
    ],
  ])('has the implementation that its command starts: %s', async (_, file, files, location) => {
    const found = await configured({ 'desk/server.py': PYTHON, ...files });
    expect(found.implementation).toBe('orders');
    expect(found.files).toEqual([`${file}:1`, location]);
  });

  it.each<[string, Record<string, string>]>([
    ['another file', { '.mcp.json': configuration('python', 'other/server.py') }],
    ['a package', { '.mcp.json': configuration('uvx', 'orders') }],
    ['a program that only takes the file', { '.mcp.json': configuration('cat', 'desk/server.py') }],
    [
      'a file with several servers',
      {
        '.mcp.json': configuration('python', 'desk/server.py'),
        'desk/server.py': `${PYTHON}\nother = FastMCP("other")\n`,
      },
    ],
  ])('has none when it is not certain: %s', async (_, files) => {
    const found = await configured({ 'desk/server.py': PYTHON, ...files });
    expect(found.implementation).toBeUndefined();
    expect(found.files).toEqual(['.mcp.json:1']);
  });

  it('keeps its key, and remains a separate object next to the implementation', async () => {
    const files = { '.mcp.json': configuration('python', 'desk/server.py') };
    const linked = await configured({ ...files, 'desk/server.py': PYTHON });
    const alone = await configured({ ...files, 'desk/server.py': 'print("nothing")\n' });
    expect(linked.count).toBe(2);
    expect(linked.key).toBe(alone.key);
    expect(linked.key).toEqual(expect.any(String));
  });
});
