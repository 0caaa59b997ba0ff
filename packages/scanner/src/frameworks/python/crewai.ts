import type { Framework } from '../../recognize/shared/framework.ts';

/** CrewAI. Crews aren't agents themselves: their agents are listed. */
export const crewai: Framework = {
  id: 'crewai',
  title: 'CrewAI',
  language: 'python',
  documentation: 'https://docs.crewai.com/en/concepts/agents',
  modules: ['crewai', 'crewai_tools'],
  packages: ['crewai', 'crewai-tools'],
  autonomy: [{ argument: 'human_input', passed: 'supervised' }],
  components: [
    { role: 'approval', symbols: ['crewai:Task'], agents: ['agent'], condition: ['human_input'], tools: ['tools'] },
    {
      role: 'agent',
      symbols: ['crewai:Agent', 'crewai:LiteAgent'],
      name: ['role'],
      description: ['goal'],
      model: ['llm', 'function_calling_llm'],
      tools: ['tools'],
      mcpServers: ['mcps'],
      instructions: ['backstory'],
    },
    { role: 'model', symbols: ['crewai:LLM', 'crewai:BaseLLM'], model: ['model@0'], library: 'crewai' },
    {
      role: 'model',
      symbols: ['crewai:Crew'],
      model: ['manager_llm', 'planning_llm', 'function_calling_llm', 'chat_llm', 'embedder.config'],
      library: 'crewai',
    },
    { role: 'mcpClient', symbols: ['crewai:MCPServerStdio'], transport: 'stdio' },
    { role: 'mcpClient', symbols: ['crewai:MCPServerHTTP'], transport: 'streamable-http' },
    { role: 'mcpClient', symbols: ['crewai:MCPServerSSE'], transport: 'sse' },
    {
      role: 'tool',
      symbols: ['crewai.tools:CrewStructuredTool.from_function'],
      name: ['name'],
      function: ['func@0'],
      description: ['description'],
      schema: ['args_schema'],
    },
    { role: 'tool', symbols: ['crewai.tools:tool', 'crewai_tools:tool'], name: ['@0'], function: ['@0', '@1'] },
    {
      role: 'tool',
      symbols: ['crewai.tools:BaseTool', 'crewai_tools:BaseTool'],
      isBaseClass: true,
      name: ['name'],
      description: ['description'],
      schema: ['args_schema'],
    },
    { role: 'wrapper', symbols: ['crewai_tools:MCPServerAdapter'], value: ['serverparams@0'] },
    {
      role: 'wrapper',
      symbols: ['crewai.tools:BaseTool.from_langchain', 'crewai_tools:LangChainTool'],
      value: ['tool@0'],
    },
    { role: 'tool', symbols: ['crewai_tools:*'] },
  ],
};
