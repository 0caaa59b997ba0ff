import type { Framework } from '../../recognize/shared/framework.ts';

const SERVERS = ['sync', 'async'].map((name) => `io.modelcontextprotocol.server:McpServer.${name}`);

const SPECIFICATIONS = ['SyncToolSpecification', 'AsyncToolSpecification'].map(
  (name) => `io.modelcontextprotocol.server:McpServerFeatures.${name}`,
);

/** The SDK of the Model Context Protocol for Java, and the annotations of Spring AI and Quarkus. */
export const mcpJava: Framework = {
  id: 'mcp',
  title: 'MCP SDK, Spring AI and Quarkus (Java)',
  language: 'java',
  documentation: 'https://java.sdk.modelcontextprotocol.io/',
  modules: ['io.modelcontextprotocol', 'org.springframework.ai', 'org.springaicommunity.mcp', 'io.quarkiverse.mcp'],
  packages: [],
  components: [
    { role: 'mcpServer', symbols: SERVERS.map((server) => `${server}.serverInfo`), name: ['@0'], version: ['@1'] },
    {
      role: 'tool',
      symbols: [
        'org.springframework.ai.tool.annotation:Tool',
        'org.springframework.ai.mcp.annotation:McpTool',
        'org.springaicommunity.mcp.annotation:McpTool',
        'io.quarkiverse.mcp.server:Tool',
      ],
      name: ['name'],
      description: ['description'],
      annotations: ['annotations'],
    },
    {
      role: 'tool',
      symbols: ['io.modelcontextprotocol.spec:McpSchema.Tool'],
      name: ['@0'],
      requiresName: true,
      description: ['@1'],
    },
    {
      role: 'tool',
      symbols: ['org.springframework.ai.tool.function:FunctionToolCallback.builder'],
      name: ['@0'],
      requiresName: true,
    },
    {
      role: 'tool',
      symbols: ['io.modelcontextprotocol.spec:McpSchema.Tool.builder.name'],
      name: ['@0'],
      requiresName: true,
    },
    {
      role: 'wrapper',
      symbols: [...SPECIFICATIONS, ...SPECIFICATIONS.map((name) => `${name}.builder.tool`)],
      value: ['@0'],
    },
    {
      role: 'wrapper',
      symbols: SPECIFICATIONS.flatMap((name) =>
        ['.build', '.callHandler', '.callHandler.build'].map((after) => `${name}.builder.tool${after}`),
      ),
      value: 'receiver',
    },
    {
      role: 'wrapper',
      symbols: [
        ...['Sync', 'Async'].flatMap((kind) =>
          ['', 's'].map((plural) => `org.springframework.ai.mcp:McpToolUtils.to${kind}ToolSpecification${plural}`),
        ),
        'org.springframework.ai.support:ToolCallbacks.from',
        'org.springframework.ai.tool.method:MethodToolCallbackProvider.builder.toolObjects',
      ],
      value: ['@0', '@1', '@2', '@3', '@4', '@5'],
    },
    {
      role: 'wrapper',
      symbols: [
        'org.springframework.ai.tool.method:MethodToolCallbackProvider.builder.toolObjects.build',
        'org.springframework.ai.tool.method:MethodToolCallbackProvider.builder.toolObjects.build.getToolCallbacks',
        'org.springframework.ai.tool:ToolCallbackProvider.getToolCallbacks',
      ],
      value: 'receiver',
    },
    {
      role: 'registration',
      symbols: SERVERS.flatMap((server) => [`${server}.serverInfo.tools`, `${server}.serverInfo.capabilities.tools`]),
      tools: 'arguments',
    },
  ],
};
