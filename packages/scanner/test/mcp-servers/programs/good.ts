/** An MCP server of the official SDK over standard input and output. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './server-fixture.ts';

const server: McpServer = createServer(process.env.SERVER_TOKEN ?? 'no token');
// Some servers print notes where only messages belong.
console.log('Server is ready');
await server.connect(new StdioServerTransport());
