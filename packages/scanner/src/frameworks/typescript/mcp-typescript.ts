import { examineHandler, examineServer, MODULES } from '../../recognize/examine/mcp-typescript.ts';
import type { Framework } from '../../recognize/shared/framework.ts';

const symbols = (...names: string[]) => MODULES.flatMap((module) => names.map((name) => `${module}:${name}`));

const HANDLERS = ['mcp-handler', '@vercel/mcp-adapter', '@vercel/mcp-handler'];

const FASTMCP = 'fastmcp:FastMCP';

/** The SDK of the Model Context Protocol for TypeScript, and FastMCP for TypeScript. */
export const mcpTypescript: Framework = {
  id: 'mcp',
  title: 'MCP SDK and FastMCP (TypeScript)',
  language: 'typescript',
  documentation: 'https://github.com/modelcontextprotocol/typescript-sdk',
  modules: [...MODULES, ...HANDLERS, 'fastmcp'],
  packages: [...MODULES, 'fastmcp'],
  components: [
    { role: 'mcpServer', symbols: symbols('McpServer'), name: ['name'], version: ['version'], examine: examineServer },
    { role: 'mcpServer', symbols: symbols('Server'), name: ['name'], version: ['version'], examine: examineServer },
    {
      role: 'tool',
      symbols: symbols('McpServer.registerTool', 'McpServer.experimental.tasks.registerToolTask'),
      name: ['@0'],
      requiresName: true,
      description: ['description'],
      schema: ['inputSchema'],
      annotations: ['annotations'],
    },
    {
      role: 'tool',
      symbols: symbols('McpServer.tool'),
      name: ['@0'],
      requiresName: true,
      description: ['@1'],
      schema: ['@1', '@2'],
      annotations: ['@1', '@2', '@3'],
    },
    {
      role: 'tool',
      symbols: symbols('McpServer.registerResource', 'McpServer.resource'),
      name: ['@0'],
      description: ['description'],
      kind: 'resource',
    },
    {
      role: 'tool',
      symbols: symbols('McpServer.registerPrompt', 'McpServer.prompt'),
      name: ['@0'],
      description: ['description'],
      kind: 'prompt',
    },
    {
      role: 'mcpServer',
      symbols: HANDLERS.map((module) => `${module}:createMcpHandler`),
      name: ['serverInfo.name'],
      version: ['serverInfo.version'],
      examine: examineHandler,
    },
    { role: 'mcpServer', symbols: [FASTMCP], name: ['name'], version: ['version'] },
    {
      role: 'tool',
      symbols: [`${FASTMCP}.addTool`],
      name: ['name'],
      requiresName: true,
      description: ['description'],
      schema: ['parameters'],
      annotations: ['annotations'],
    },
    {
      role: 'tool',
      symbols: [`${FASTMCP}.addResource`, `${FASTMCP}.addResourceTemplate`],
      name: ['name'],
      kind: 'resource',
    },
    { role: 'tool', symbols: [`${FASTMCP}.addPrompt`], name: ['name'], description: ['description'], kind: 'prompt' },
    { role: 'mcpClient', symbols: symbols('Client'), connect: 'connect' },
    { role: 'mcpClient', symbols: symbols('StdioClientTransport'), transport: 'stdio' },
    { role: 'mcpClient', symbols: symbols('SSEClientTransport'), transport: 'sse', settings: ['@0'] },
    {
      role: 'mcpClient',
      symbols: symbols('StreamableHTTPClientTransport'),
      transport: 'streamable-http',
      settings: ['@0'],
    },
    {
      role: 'mcpClient',
      symbols: [
        'ai/mcp-stdio:Experimental_StdioMCPTransport',
        '@ai-sdk/mcp/mcp-stdio:Experimental_StdioMCPTransport',
        '@ai-sdk/mcp/mcp-stdio:StdioMCPTransport',
      ],
      transport: 'stdio',
    },
  ],
};
