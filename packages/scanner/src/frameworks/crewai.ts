import type { Framework } from './framework.ts';

/** CrewAI. Crews are no agents of their own: their agents are listed. */
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
    { role: 'model', symbols: ['crewai:LLM'], model: ['model@0'], library: 'crewai' },
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
