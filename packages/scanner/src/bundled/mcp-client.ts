/**
 * The parts of the official MCP SDK that a query of servers needs. The build bundles this file with the SDK, because the SDK as a
 * dependency would install its server side as well: 90 packages with 45 MB.
 */
export { Client } from '@modelcontextprotocol/sdk/client/index.js';
export { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
export { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
export { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
export { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
