import type { Framework } from './framework.ts';

const ADK = '@google/adk';
const symbols = (...names: string[]) => names.map((name) => `${ADK}:${name}`);

/** Agent Development Kit of Google for TypeScript. */
export const googleAdkJs: Framework = {
  id: 'google-adk',
  title: 'Google ADK (TypeScript)',
  language: 'typescript',
  documentation: 'https://google.github.io/adk-docs/get-started/typescript/',
  modules: [ADK],
  packages: [ADK],
  components: [
    {
      role: 'agent',
      symbols: symbols('LlmAgent', 'Agent'),
      name: ['name'],
      description: ['description'],
      model: ['model'],
      provider: 'google',
      tools: ['tools'],
      subAgents: ['subAgents'],
      instructions: ['instruction'],
    },
    {
      role: 'agent',
      symbols: symbols('SequentialAgent', 'ParallelAgent', 'LoopAgent', 'BaseAgent'),
      name: ['name'],
      description: ['description'],
      subAgents: ['subAgents'],
    },
    { role: 'wrapper', symbols: symbols('AgentTool'), value: ['agent'] },
    {
      role: 'tool',
      symbols: symbols('FunctionTool', 'LongRunningFunctionTool'),
      name: ['name'],
      description: ['description'],
      schema: ['parameters'],
      approval: ['requireConfirmation'],
    },
    { role: 'tool', symbols: symbols('GOOGLE_SEARCH', 'GoogleSearchTool'), builtIn: 'google_search' },
    { role: 'mcpClient', symbols: symbols('MCPToolset'), settings: ['@0'] },
    { role: 'model', symbols: symbols('Gemini'), model: ['model'], provider: 'google', library: ADK },
  ],
};
