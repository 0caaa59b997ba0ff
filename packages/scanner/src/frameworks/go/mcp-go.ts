import { examineOptions } from '../../recognize/examine/mcp-go.ts';
import type { Framework, ToolHint } from '../../recognize/shared/framework.ts';

const OFFICIAL = 'github.com/modelcontextprotocol/go-sdk';
const COMMUNITY = 'github.com/mark3labs/mcp-go';

const SERVERS = ['NewMCPServer', 'MCPServer'].map((name) => `${COMMUNITY}/server:${name}`);

const methods = (...names: string[]) => SERVERS.flatMap((server) => names.map((name) => `${server}.${name}`));

const SDK_SERVERS = ['NewServer', 'Server'].map((name) => `${OFFICIAL}/mcp:${name}`);

/** The options of a tool that carry a hint, and the fields of `mcp.ToolAnnotation` and `mcp.ToolAnnotations`. */
const OPTIONS: Readonly<Record<string, ToolHint>> = {
  WithReadOnlyHintAnnotation: 'is_readonly',
  WithDestructiveHintAnnotation: 'is_destructive',
  WithIdempotentHintAnnotation: 'is_idempotent',
  WithOpenWorldHintAnnotation: 'is_open_world',
};

const FIELDS = {
  ReadOnlyHint: 'is_readonly',
  DestructiveHint: 'is_destructive',
  IdempotentHint: 'is_idempotent',
  OpenWorldHint: 'is_open_world',
} as const satisfies Record<string, ToolHint>;

/** Selectors of the hints in the annotations of a tool. */
const hintsOf = (annotations: (field: string) => string) =>
  Object.fromEntries(Object.entries(FIELDS).map(([field, hint]) => [hint, [annotations(field)]]));

const GOLANG = 'github.com/metoro-io/mcp-golang';

/** The official SDK of the Model Context Protocol for Go, mcp-go and mcp-golang. */
export const mcpGo: Framework = {
  id: 'mcp',
  title: 'MCP SDK, mcp-go and mcp-golang (Go)',
  language: 'go',
  documentation: 'https://pkg.go.dev/github.com/modelcontextprotocol/go-sdk/mcp',
  modules: [OFFICIAL, COMMUNITY, GOLANG],
  packages: [OFFICIAL, COMMUNITY, GOLANG],
  components: [
    { role: 'mcpServer', symbols: SDK_SERVERS, name: ['.Name@0'], version: ['.Version@0'] },
    {
      role: 'tool',
      symbols: [`${OFFICIAL}/mcp:AddTool`],
      owner: ['@0'],
      name: ['.Name@1'],
      requiresName: true,
      description: ['.Description@1'],
      hints: hintsOf((field) => `.Annotations.${field}@1`),
    },
    {
      role: 'tool',
      symbols: SDK_SERVERS.map((server) => `${server}.AddTool`),
      name: ['.Name@0'],
      requiresName: true,
      description: ['.Description@0'],
      hints: hintsOf((field) => `.Annotations.${field}@0`),
    },
    {
      role: 'tool',
      symbols: SDK_SERVERS.flatMap((server) => [`${server}.AddResource`, `${server}.AddResourceTemplate`]),
      name: ['.Name@0'],
      requiresName: true,
      description: ['.Description@0'],
      kind: 'resource',
    },
    {
      role: 'tool',
      symbols: SDK_SERVERS.map((server) => `${server}.AddPrompt`),
      name: ['.Name@0'],
      requiresName: true,
      description: ['.Description@0'],
      kind: 'prompt',
    },
    {
      role: 'tool',
      symbols: [`${OFFICIAL}/mcp:Tool`],
      name: ['Name'],
      requiresName: true,
      isDescription: true,
      description: ['Description'],
      hints: hintsOf((field) => `Annotations.${field}`),
    },
    { role: 'mcpServer', symbols: SERVERS, name: ['@0'], version: ['@1'] },
    {
      role: 'tool',
      symbols: ['NewTool', 'NewToolWithRawSchema'].map((name) => `${COMMUNITY}/mcp:${name}`),
      name: ['@0'],
      requiresName: true,
      examine: examineOptions(COMMUNITY, { options: OPTIONS, fields: FIELDS }),
    },
    {
      role: 'tool',
      symbols: [`${COMMUNITY}/mcp:NewResource`, `${COMMUNITY}/mcp:NewResourceTemplate`],
      name: ['@1'],
      requiresName: true,
      kind: 'resource',
    },
    { role: 'tool', symbols: [`${COMMUNITY}/mcp:NewPrompt`], name: ['@0'], requiresName: true, kind: 'prompt' },
    {
      role: 'tool',
      symbols: [`${COMMUNITY}/mcp:Tool`],
      name: ['Name'],
      requiresName: true,
      description: ['Description'],
      hints: hintsOf((field) => `Annotations.${field}`),
    },
    { role: 'wrapper', symbols: [`${COMMUNITY}/server:ServerTool`], value: ['Tool'] },
    {
      role: 'registration',
      symbols: methods('AddTool', 'AddTaskTool', 'AddResource', 'AddResourceTemplate', 'AddPrompt'),
      tools: ['@0'],
    },
    { role: 'registration', symbols: methods('AddTools', 'SetTools'), tools: 'arguments' },
    { role: 'mcpServer', symbols: [`${GOLANG}:NewServer`], name: [] },
    {
      role: 'tool',
      symbols: [`${GOLANG}:NewServer.RegisterTool`],
      name: ['@0'],
      requiresName: true,
      description: ['@1'],
    },
    {
      role: 'tool',
      symbols: [`${GOLANG}:NewServer.RegisterResource`],
      name: ['@1'],
      requiresName: true,
      description: ['@2'],
      kind: 'resource',
    },
    {
      role: 'tool',
      symbols: [`${GOLANG}:NewServer.RegisterPrompt`],
      name: ['@0'],
      requiresName: true,
      description: ['@1'],
      kind: 'prompt',
    },
  ],
};
