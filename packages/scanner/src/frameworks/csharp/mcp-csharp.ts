import {
  attribute,
  examineAssembly,
  examineListHandler,
  examineOptions,
  examineSetup,
  NAMESPACE,
  nameOfMethod,
  serverInfo,
} from '../../recognize/examine/mcp-csharp.ts';
import type { Framework } from '../../recognize/shared/framework.ts';

const CLIENT = 'ModelContextProtocol.Client';

/** What the messages of the protocol consist of. */
const PROTOCOL = ['ModelContextProtocol.Protocol', 'ModelContextProtocol.Protocol.Types'];

/** Functions of Azure that are triggered as tools. */
const FUNCTIONS = 'Microsoft.Azure.Functions.Worker.Extensions.Mcp';

const HINTS = {
  is_readonly: ['ReadOnly', 'options.ReadOnly'],
  is_destructive: ['Destructive', 'options.Destructive'],
  is_idempotent: ['Idempotent', 'options.Idempotent'],
  is_open_world: ['OpenWorld', 'options.OpenWorld'],
};

/** The SDK of the Model Context Protocol for C#. Its methods of `IServiceCollection` apply to any object of a library. */
export const mcpCsharp: Framework = {
  id: 'mcp',
  title: 'MCP SDK (C#)',
  language: 'csharp',
  documentation: 'https://csharp.sdk.modelcontextprotocol.io/',
  modules: ['ModelContextProtocol', FUNCTIONS],
  // The namespace of the method is one that projects use without saying so.
  marks: ['.AddMcpServer('],
  packages: ['ModelContextProtocol'],
  components: [
    {
      role: 'mcpServer',
      symbols: ['*.AddMcpServer'],
      name: ['Name'],
      version: ['Version'],
      settings: serverInfo,
      isNamedByProgram: true,
      examine: examineSetup,
    },
    {
      role: 'mcpServer',
      symbols: [`${NAMESPACE}:McpServer.Create`, `${NAMESPACE}:McpServerFactory.Create`],
      name: ['.ServerInfo.Name@1'],
      version: ['.ServerInfo.Version@1'],
      tools: ['.ToolCollection@1'],
      isNamedByProgram: true,
      examine: examineOptions,
    },
    {
      role: 'tool',
      symbols: PROTOCOL.map((namespace) => `${namespace}:Tool`),
      name: ['Name'],
      description: ['Description'],
      requiresName: true,
      isDescription: true,
      hints: {
        is_readonly: ['Annotations.ReadOnlyHint'],
        is_destructive: ['Annotations.DestructiveHint'],
        is_idempotent: ['Annotations.IdempotentHint'],
        is_open_world: ['Annotations.OpenWorldHint'],
      },
    },
    {
      role: 'tool',
      symbols: attribute('McpServerTool'),
      name: ['Name'],
      nameOfFunction: nameOfMethod,
      hints: HINTS,
    },
    {
      role: 'tool',
      symbols: [`${NAMESPACE}:McpServerTool.Create`],
      name: ['options.Name', '.Name@1'],
      description: ['options.Description', '.Description@1'],
      function: ['@0'],
      requiresName: true,
      hints: HINTS,
    },
    {
      role: 'tool',
      symbols: [`${FUNCTIONS}:McpToolTrigger`, `${FUNCTIONS}:McpToolTriggerAttribute`],
      name: ['@0'],
      description: ['@1'],
      requiresName: true,
    },
    {
      role: 'mcpClient',
      symbols: [`${CLIENT}:McpClient.CreateAsync`, `${CLIENT}:McpClientFactory.CreateAsync`],
      settings: ['clientTransport@0'],
    },
    {
      role: 'mcpClient',
      symbols: [`${CLIENT}:StdioClientTransport`],
      transport: 'stdio',
      name: ['.Name@0'],
      settings: ['options@0'],
    },
    {
      role: 'mcpClient',
      symbols: [`${CLIENT}:HttpClientTransport`, `${CLIENT}:SseClientTransport`],
      transport: 'streamable-http',
      name: ['.Name@0'],
      settings: ['transportOptions@0'],
    },
    { role: 'registration', symbols: ['*.WithTools'], tools: ['<0>', '@0'] },
    { role: 'registration', symbols: ['*.WithToolsFromAssembly'], tools: [], examine: examineAssembly },
    { role: 'registration', symbols: ['*.WithListToolsHandler'], tools: [], examine: examineListHandler },
  ],
};
