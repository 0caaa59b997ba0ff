import type { CatalogueCase } from '../find.ts';

export const MCP_TYPESCRIPT_CASES: Readonly<Record<string, CatalogueCase>> = {
  'MCP SDK and FastMCP for TypeScript': {
    sources: {
      'high.ts': `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const server = new McpServer({ name: 'notes', version: '1.0.0' });
server.registerTool('read_note', { description: 'Reads.', inputSchema: { name: z.string() }, annotations: { readOnlyHint: true } }, async () => ({ content: [] }));
server.tool('delete_note', 'Deletes.', { name: z.string() }, async () => ({ content: [] }));
server.registerResource('note', 'notes://one', {}, async () => ({ contents: [] }));
server.registerPrompt('summarize', { description: 'Asks.' }, () => ({ messages: [] }));
`,
      'low.ts': `
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const server = new Server({ name: 'time', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: 'now', description: 'Tells.', inputSchema: { type: 'object' } }] }));
`,
      'app/[transport]/route.ts': `
import { createMcpHandler } from 'mcp-handler';

export const handler = createMcpHandler((server) => {
  server.tool('roll_dice', 'Rolls.', {}, async () => ({ content: [] }));
}, { serverInfo: { name: 'dice', version: '1.0.0' } });
`,
      'fast.ts': `
import { FastMCP } from 'fastmcp';

const server = new FastMCP({ name: 'fast', version: '1.0.0' });
server.addTool({ name: 'add', description: 'Adds.', parameters: {}, execute: async () => '' });
server.addResource({ uri: 'file:///log', name: 'log', load: async () => ({ text: '' }) });
server.addPrompt({ name: 'commit', description: 'Asks.', load: async () => '' });
`,
      'client.ts': `
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';

const local = new StdioClientTransport({ command: 'npx', args: ['-y', 'local-mcp'] });
const events = new SSEClientTransport(new URL('https://events.example.com/sse'));
const search = new StreamableHTTPClientTransport(new URL('https://search.example.com/mcp'));
const other = new Experimental_StdioMCPTransport({ command: 'npx', args: ['-y', 'other-mcp'] });
`,
    },
    found: [
      'dice -tools-> roll_dice',
      'fast -tools-> add',
      'fast -tools-> commit',
      'fast -tools-> log',
      'mcp_server dice (stdio)',
      'mcp_server events (sse)',
      'mcp_server fast (stdio)',
      'mcp_server local (stdio)',
      'mcp_server notes (stdio)',
      'mcp_server other (stdio)',
      'mcp_server search (streamable-http)',
      'mcp_server time (stdio)',
      'notes -tools-> delete_note',
      'notes -tools-> note',
      'notes -tools-> read_note',
      'notes -tools-> summarize',
      'time -tools-> now',
      'tool add',
      'tool commit (prompt)',
      'tool delete_note',
      'tool log (resource)',
      'tool note (resource)',
      'tool now',
      'tool read_note',
      'tool roll_dice',
      'tool summarize (prompt)',
    ],
  },
};
