import type { Framework } from '../../recognize/shared/framework.ts';

/** Mastra. Its workflows are steps, not agents. */
export const mastra: Framework = {
  id: 'mastra',
  title: 'Mastra',
  language: 'typescript',
  documentation: 'https://mastra.ai/docs',
  modules: ['@mastra/core', '@mastra/mcp', '@mastra/rag', '@mastra/voice-openai', '@mastra/memory'],
  packages: ['@mastra/core', '@mastra/mcp', '@mastra/rag', '@mastra/memory'],
  autonomy: [
    { argument: 'defaultOptions.requireToolApproval', passed: 'human_in_loop' },
    { argument: 'defaultStreamOptions.requireToolApproval', passed: 'human_in_loop' },
    { argument: 'defaultGenerateOptions.requireToolApproval', passed: 'human_in_loop' },
  ],
  components: [
    {
      role: 'agent',
      symbols: ['@mastra/core:Agent', '@mastra/core:AgentNetwork', '@mastra/core:DurableAgent'],
      name: ['name'],
      description: ['description'],
      model: ['model'],
      tools: ['tools'],
      subAgents: ['agents'],
      instructions: ['instructions'],
      guardrails: [
        { argument: 'inputProcessors', direction: 'input' },
        { argument: 'outputProcessors', direction: 'output' },
      ],
    },
    {
      role: 'tool',
      symbols: ['@mastra/core:createTool', '@mastra/core:Tool'],
      name: ['id'],
      description: ['description'],
      schema: ['inputSchema'],
      annotations: ['mcp.annotations'],
      approval: ['requireApproval'],
    },
    {
      role: 'tool',
      symbols: [
        '@mastra/rag:createVectorQueryTool',
        '@mastra/rag:createGraphRAGTool',
        '@mastra/rag:createDocumentChunkerTool',
      ],
      name: ['id'],
      description: ['description'],
    },
    { role: 'mcpClient', symbols: ['@mastra/mcp:MCPClient', '@mastra/mcp:MCPConfiguration'], servers: ['servers'] },
    { role: 'mcpClient', symbols: ['@mastra/mcp:MastraMCPClient'], name: ['name'], settings: ['server'] },
    {
      role: 'mcpServer',
      symbols: ['@mastra/mcp:MCPServer'],
      name: ['name'],
      version: ['version'],
      tools: ['tools'],
    },
    {
      role: 'model',
      symbols: ['@mastra/core:ModelRouterEmbeddingModel', '@mastra/core:ModelRouterLanguageModel'],
      model: ['@0'],
    },
  ],
};
