import { visitCalls } from '../../facts/visit.ts';
import type { Examine, Framework } from '../../recognize/shared/framework.ts';
import { noteOpenList } from '../../recognize/tools/described-tools.ts';
import { instanceId, optionsOf, type Value } from '../../resolve/values.ts';

const MODULES = ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server', '@modelcontextprotocol/client'];
const symbols = (...names: string[]) => MODULES.flatMap((module) => names.map((name) => `${module}:${name}`));

/** Relates a server to the tools that its handler for `tools/list` returns. */
const examineServer: Examine = (recognizer, server, instance) => {
  const { evaluator } = recognizer;
  const own = originOf(instance);
  for (const { file, call, context } of evaluator.project.callsByName.get('setRequestHandler') ?? []) {
    const place = { file, ...context };
    const callees = optionsOf(evaluator.evaluate(call.callee, place));
    if (!callees.some((callee) => callee.kind === 'method' && originOf(callee.receiver) === own)) continue;
    // The handler of a server that a function creates sees what its caller passes.
    const frame = instance.frame;
    const handler = { kind: 'instance', symbols: [], call, place, ...(frame !== undefined && { frame }) } as const;
    const request = evaluator.argument(handler, undefined, 0);
    if (request === undefined || !isToolList(request)) continue;
    for (const option of optionsOf(evaluator.argument(handler, undefined, 1) ?? request)) {
      if (option.kind !== 'function') continue;
      const tools = evaluator.member(evaluator.returned(option), 'tools');
      noteOpenList(recognizer, file, tools);
      if (tools.kind !== 'unknown') recognizer.relateTools(server, tools);
    }
  }
};

/** The call that created an object, no matter what called the function around it. */
function originOf(instance: Value & { kind: 'instance' }): string {
  const { call, place } = instance;
  return call === undefined ? instanceId(instance) : `${place?.file} ${call.id}`;
}

function isToolList(request: Value): boolean {
  return optionsOf(request).some(
    (option) =>
      (option.kind === 'symbol' && option.symbol.endsWith(':ListToolsRequestSchema')) ||
      (option.kind === 'text' && option.value === 'tools/list'),
  );
}

/** Relates a server to the tools that the function that sets it up registers: `createMcpHandler((server) => …)`. */
const examineHandler: Examine = (recognizer, server, instance) => {
  const { evaluator } = recognizer;
  for (const setup of optionsOf(evaluator.argument(instance, undefined, 0) ?? { kind: 'unknown', reason: '' })) {
    if (setup.kind !== 'function') continue;
    const facts = evaluator.project.files.get(setup.file);
    const parameter = facts?.scopes[setup.scope]?.parameters[0]?.name;
    if (facts === undefined || parameter === undefined) continue;
    visitCalls(facts, (call, context) => {
      const { callee } = call;
      if (context.scope !== setup.scope || callee.kind !== 'member' || callee.object.kind !== 'name') return;
      if (callee.object.name !== parameter) return;
      const symbol = `${MODULES[0]}:McpServer.${callee.name}`;
      recognizer.relateTools(server, {
        kind: 'instance',
        symbols: [symbol],
        call,
        place: { file: setup.file, ...context },
      });
    });
  }
};

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
