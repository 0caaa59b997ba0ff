import type { Framework } from '../../recognize/shared/framework.ts';

const MODEL = ['chatModel', 'streamingChatModel', 'chatLanguageModel'];
const TOOLS = ['tools', 'toolProvider', 'toolProviders'];
const MCP = 'dev.langchain4j.mcp';
/** Builders of Java: a method of the class, and a class inside of it. */
const builders = (module: string, ...names: string[]) =>
  names.flatMap((name) => [`${module}:${name}.builder`, `${module}:${name}.Builder`]);

/** LangChain4j. Options are the methods of builders. */
export const langchain4j: Framework = {
  id: 'langchain4j',
  title: 'LangChain4j',
  language: 'java',
  documentation: 'https://docs.langchain4j.dev/',
  modules: ['dev.langchain4j'],
  packages: [],
  components: [
    // Without tools, a service is a call of a model.
    {
      role: 'agent',
      symbols: ['dev.langchain4j.service:AiServices.builder'],
      model: MODEL,
      tools: TOOLS,
      requires: TOOLS,
    },
    {
      role: 'agent',
      symbols: ['dev.langchain4j.agentic:AgenticServices.agentBuilder'],
      name: ['name'],
      description: ['description'],
      model: MODEL,
      tools: TOOLS,
    },
    {
      role: 'agent',
      symbols: ['dev.langchain4j.agentic:AgenticServices.supervisorBuilder'],
      name: ['name'],
      model: MODEL,
      subAgents: ['subAgents'],
    },
    { role: 'tool', symbols: ['dev.langchain4j.agent.tool:Tool'], name: ['name'], description: ['@0'] },
    {
      role: 'model',
      symbols: ['dev.langchain4j:*Model.builder'],
      model: ['modelName', 'model', 'modelId', 'deploymentName'],
      library: 'langchain4j',
    },
    { role: 'mcpClient', symbols: builders(MCP, 'DefaultMcpClient'), name: ['key'], settings: ['transport'] },
    { role: 'mcpClient', symbols: builders(MCP, 'StdioMcpTransport'), transport: 'stdio' },
    {
      role: 'mcpClient',
      symbols: builders(MCP, 'HttpMcpTransport', 'StreamableHttpMcpTransport'),
      transport: 'streamable-http',
    },
    { role: 'wrapper', symbols: builders(MCP, 'McpToolProvider'), value: ['mcpClients'] },
  ],
};
