import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const FILES = {
  'src/index.ts': `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { registerMore } from './more.js';

const server = new McpServer({ name: 'desk', version: '1.2.3' });
server.registerTool(
  'read_order',
  {
    description: 'Reads an order.',
    inputSchema: { order: z.string(), lines: z.number().optional() },
    annotations: { readOnlyHint: true, destructiveHint: false },
  },
  async ({ order }) => ({ content: [] }),
);
server.tool('delete_order', 'Deletes an order.', { order: z.string() }, { destructiveHint: true }, async () => ({ content: [] }));
server.registerPrompt('welcome', { description: 'Welcomes.' }, () => ({ messages: [] }));
for (const name of ['one', 'two']) server.tool(name, async () => ({ content: [] }));
for (const file of readdirSync('.')) server.registerResource(file, 'file://x', {}, async () => ({ contents: [] }));
registerMore(server);
`,
  'src/more.ts': `
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
export const registerMore = (target: McpServer): void => {
  target.registerTool('more', { description: 'More.' }, async () => ({ content: [] }));
};
`,
  'api/route.ts': `
import { createMcpHandler } from 'mcp-handler';
export const handler = createMcpHandler((server) => {
  server.tool('roll', 'Rolls dice.', {}, async () => ({ content: [] }));
});
`,
  'low/index.ts': `
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
const TOOLS = [{ name: 'search', description: 'Searches.', inputSchema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] } }];
class Wrapper {
  private server = new Server({ name: 'low', version: '0.1.0' }, { capabilities: { tools: {} } });
  start() {
    this.server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOLS }));
    this.server.setRequestHandler(CallToolRequestSchema, async () => ({ tools: [{ name: 'result', inputSchema: {} }] }));
  }
}
`,
};

describe('the MCP SDK for TypeScript', () => {
  it('yields servers with the tools that they register, also across files and in loops', async () => {
    const { names, relations } = await scanSources(FILES);
    expect(names('mcp_server')).toEqual(['desk', 'handler', 'low']);
    expect(relations()).toEqual([
      'desk -tools-> delete_order',
      'desk -tools-> more',
      'desk -tools-> one',
      'desk -tools-> read_order',
      'desk -tools-> two',
      'desk -tools-> welcome',
      'handler -tools-> roll',
      'low -tools-> search',
    ]);
  });

  it('reports a resource whose name is not known, and invents none', async () => {
    const { report } = await scanSources(FILES);
    expect(report.diagnostics).toContainEqual({
      kind: 'unresolved',
      file: 'src/index.ts',
      line: 19,
      message: 'A resource is registered under a name that is not known.',
    });
  });

  it('reports hints, schemas and kinds of tools', async () => {
    const { report } = await scanSources(FILES);
    const object = (name: string) => report.document.objects.find((each) => each.aispm_friendly_name === name);
    expect(object('read_order')).toMatchObject({
      tool_kind: 'tool',
      tool_source: 'mcp',
      description: 'Reads an order.',
      is_readonly: true,
      is_destructive: false,
      input_schema: {
        type: 'object',
        properties: { order: { type: 'string' }, lines: { type: 'number' } },
        required: ['order'],
      },
    });
    expect(object('delete_order')).toMatchObject({
      description: 'Deletes an order.',
      is_destructive: true,
      input_schema: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    });
    expect(object('welcome')).toMatchObject({ tool_kind: 'prompt' });
    expect(object('search')).toMatchObject({
      input_schema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
    });
    expect(object('desk')).toMatchObject({ server_version: '1.2.3' });
  });

  it('ignores the same names in other packages', async () => {
    const { report } = await scanSources({
      'a.ts': FILES['src/index.ts'].replaceAll('@modelcontextprotocol/', '@other/'),
    });
    expect(report.objects).toEqual([]);
  });
});
