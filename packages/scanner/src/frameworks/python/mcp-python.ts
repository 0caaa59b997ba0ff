import type { CallExpression } from '../../facts/facts.ts';
import type { Found } from '../../graph/graph.ts';
import type { Examine, Framework, Recognizer } from '../../recognize/shared/framework.ts';
import { creationId, membersOf, optionsOf, textsOf, type Value } from '../../resolve/values.ts';

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

const SERVERS = ['mcp:FastMCP', 'mcp:MCPServer', 'fastmcp:FastMCP'];
/** Servers, and what provides them with tools. */
const OWNERS = [...SERVERS, 'fastmcp:LocalProvider'];
const methods = (...names: string[]) => names.flatMap((name) => OWNERS.map((owner) => `${owner}.${name}`));

/** Adds the OAuth scopes that FastMCP requires of the callers of a tool: `auth=require_scopes("orders:read")`. */
const addScopes: Examine = (recognizer, tool, instance) => {
  const auth = recognizer.select(instance, ['auth']);
  const scopes = (auth === undefined ? [] : membersOf(auth)).flatMap((check) => {
    const isCheck =
      check.kind === 'instance' && check.symbols.some((symbol) => /^fastmcp.*:require_scopes$/.test(symbol));
    if (!isCheck) return [];
    return (check.call?.arguments ?? []).flatMap((_, position) => {
      const scope = recognizer.evaluator.argument(check, undefined, position);
      return scope === undefined ? [] : textsOf(scope).map(({ value }) => value.slice(0, 255));
    });
  });
  if (scopes.length > 0) (tool as Found<'tool'>).fields.permissions = [...new Set(scopes)].slice(0, 100);
};

/** Relates a server to the tools that are registered with its providers: `FastMCP(providers=[components])`. */
const examineProviders: Examine = (recognizer, server, instance) => {
  const { evaluator } = recognizer;
  const providers = membersOf(recognizer.select(instance, ['providers']) ?? NOTHING);
  const ids = new Set(providers.flatMap((each) => (each.kind === 'instance' ? [creationId(each)] : [])));
  if (ids.size === 0) return;
  for (const { file, call, context } of evaluator.project.callsByName.get('tool') ?? []) {
    const place = { file, ...context };
    const isOwn = optionsOf(evaluator.evaluate(call, place)).some(
      (option) => option.kind === 'instance' && option.receiver !== undefined && ids.has(creationId(option.receiver)),
    );
    if (isOwn) relateDecorated(recognizer, server, call, file);
  }
};

/** The functions that a call decorates. */
function relateDecorated(recognizer: Recognizer, server: Found, call: CallExpression, file: string): void {
  recognizer.evaluator.project.files.get(file)?.scopes.forEach(({ decorators }, scope) => {
    if (decorators.includes(call)) recognizer.relateTools(server, { kind: 'function', file, scope });
  });
}

/** Says that the tools of a server are made at run time, from a specification, an application or another server. */
const reportDerivedTools: Examine = ({ graph }, server, { call, place, symbols }) => {
  if (call === undefined || place === undefined) return;
  const source = symbols.some((symbol) => symbol.endsWith('.from_openapi'))
    ? 'an OpenAPI specification'
    : symbols.some((symbol) => symbol.endsWith('.as_proxy'))
      ? 'another server'
      : 'the routes of an application';
  graph.diagnostics.push({
    kind: 'unresolved',
    file: place.file,
    line: call.span[0],
    message: `The tools of ${server.name} are made from ${source} at run time, and are not known.`,
  });
};

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
      examine: (recognizer, found, instance) => recognizer.relateListedTools(found, instance),
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
    // An address alone is that of a program which calls the tools itself.
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
