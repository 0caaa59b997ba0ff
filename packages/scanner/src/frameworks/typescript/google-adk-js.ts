import type { Framework } from '../../recognize/shared/framework.ts';

const ADK = '@google/adk';
const symbols = (...names: string[]) => names.map((name) => `${ADK}:${name}`);

/** Tools that the framework offers, as constants, classes or functions. */
const BUILT_IN: Readonly<Record<string, readonly string[]>> = {
  google_search: ['GOOGLE_SEARCH', 'GoogleSearchTool'],
  enterprise_web_search: ['ENTERPRISE_WEB_SEARCH', 'EnterpriseWebSearchTool'],
  exit_loop: ['EXIT_LOOP', 'ExitLoopTool'],
  get_user_choice: ['getUserChoiceTool'],
  google_maps_grounding: ['GOOGLE_MAPS_GROUNDING', 'GoogleMapsGroundingTool'],
  load_artifacts: ['LOAD_ARTIFACTS', 'LoadArtifactsTool'],
  load_memory: ['LOAD_MEMORY', 'LoadMemoryTool'],
  load_web_page: ['LOAD_WEB_PAGE', 'loadWebPage'],
  preload_memory: ['PRELOAD_MEMORY', 'PreloadMemoryTool'],
  url_context: ['URL_CONTEXT', 'UrlContextTool'],
  vertex_ai_search: ['VertexAiSearchTool'],
  vertex_rag_retrieval: ['VertexRagRetrievalTool'],
};

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
    {
      role: 'agent',
      symbols: symbols('RoutedAgent'),
      name: ['name'],
      description: ['description'],
      subAgents: ['agents'],
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
    ...Object.entries(BUILT_IN).map(
      ([builtIn, names]) => ({ role: 'tool', symbols: symbols(...names), builtIn }) as const,
    ),
    { role: 'mcpClient', symbols: symbols('MCPToolset'), settings: ['@0'] },
    { role: 'model', symbols: symbols('Gemini', 'ApigeeLlm'), model: ['model'], provider: 'google', library: ADK },
  ],
};
