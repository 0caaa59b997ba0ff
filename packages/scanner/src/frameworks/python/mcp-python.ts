import { addScopes, examineListing, examineProviders, reportDerivedTools } from '../../recognize/examine/mcp-python.ts';
import type { Framework } from '../../recognize/shared/framework.ts';

const SERVERS = ['mcp:FastMCP', 'mcp:MCPServer', 'fastmcp:FastMCP'];

/** Servers, and what provides them with tools. */
const OWNERS = [...SERVERS, 'fastmcp:LocalProvider'];

const methods = (...names: string[]) => names.flatMap((name) => OWNERS.map((owner) => `${owner}.${name}`));

/** The SDK of the Model Context Protocol for Python, and FastMCP. */
export const mcpPython: Framework = {
  id: 'mcp',
  title: 'MCP SDK and FastMCP',
  language: 'python',
  documentation: 'https://modelcontextprotocol.github.io/python-sdk/',
  modules: ['mcp', 'fastmcp', 'fastapi_mcp'],
  packages: ['mcp', 'fastmcp', 'fastapi-mcp'],
  components: [
    {
      role: 'mcpServer',
      symbols: SERVERS,
      name: ['name@0'],
      version: ['version'],
      tools: ['tools'],
      examine: examineProviders,
    },
    {
      role: 'mcpServer',
      symbols: ['mcp:Server'],
      name: ['name@0'],
      version: ['version'],
      examine: examineListing,
    },
    {
      role: 'mcpServer',
      symbols: ['fastmcp:FastMCP.from_openapi', 'fastmcp:FastMCP.from_fastapi', 'fastmcp:FastMCP.as_proxy'],
      name: ['name'],
      examine: reportDerivedTools,
    },
    { role: 'mcpServer', symbols: ['fastapi_mcp:FastApiMCP'], name: ['name'], examine: reportDerivedTools },
    {
      role: 'tool',
      symbols: [...methods('tool', 'add_tool')],
      name: ['name', '@0'],
      function: ['@0', 'fn@0', '@1'],
      description: ['description'],
      annotations: ['annotations'],
      examine: addScopes,
    },
    {
      role: 'tool',
      symbols: methods('resource', 'add_resource', 'add_resource_fn', 'add_template'),
      name: ['name'],
      function: ['@9'],
      description: ['description'],
      kind: 'resource',
    },
    {
      role: 'tool',
      symbols: methods('prompt', 'add_prompt'),
      name: ['name', '@0'],
      function: ['@0'],
      description: ['description'],
      kind: 'prompt',
    },
    {
      role: 'tool',
      symbols: ['fastmcp:Tool.from_function', 'fastmcp:FunctionTool.from_function', 'mcp:Tool.from_function'],
      name: ['name'],
      function: ['fn@0'],
      description: ['description'],
      annotations: ['annotations'],
    },
    {
      role: 'tool',
      symbols: ['mcp:types.Tool', 'mcp.types:Tool', 'mcp.server:Tool'],
      name: ['name'],
      requiresName: true,
      description: ['description'],
      schema: ['inputSchema'],
      annotations: ['annotations'],
    },
    {
      role: 'tool',
      symbols: ['fastmcp:tool'],
      name: ['name', '@0'],
      function: ['@0'],
      description: ['description'],
      annotations: ['annotations'],
      examine: addScopes,
    },
    {
      role: 'model',
      symbols: ['fastmcp:AnthropicSamplingHandler'],
      model: ['default_model'],
      provider: 'anthropic',
      library: 'fastmcp',
    },
    {
      role: 'model',
      symbols: ['fastmcp:OpenAISamplingHandler'],
      model: ['default_model'],
      provider: 'openai',
      library: 'fastmcp',
    },
    { role: 'mcpClient', symbols: ['mcp:StdioServerParameters'], transport: 'stdio' },
    // A URL alone belongs to a program that calls the tools itself.
    { role: 'mcpClient', symbols: ['fastmcp:Client'], servers: ['transport@0'] },
    { role: 'mcpClient', symbols: ['mcp:sse_client'], transport: 'sse', settings: ['url@0'] },
    {
      role: 'mcpClient',
      symbols: ['mcp:streamablehttp_client', 'mcp:streamable_http_client'],
      transport: 'streamable-http',
      settings: ['url@0'],
    },
  ],
};
