import type { CatalogueCase } from '../find.ts';

export const GOOGLE_ADK_JS_CASES: Readonly<Record<string, CatalogueCase>> = {
  'Google ADK for TypeScript': {
    sources: {
      'agent.ts': `
import { AgentTool, FunctionTool, Gemini, GOOGLE_SEARCH, LlmAgent, MCPToolset, SequentialAgent } from '@google/adk';

const refund = new FunctionTool({ name: 'refund', description: 'Refunds.', parameters: {}, execute: () => ({}) });
const searcher = new LlmAgent({ name: 'searcher', model: new Gemini({ model: 'gemini-2.5-pro' }), tools: [GOOGLE_SEARCH] });
const writer = new LlmAgent({
  name: 'writer',
  model: 'gemini-2.5-flash',
  tools: [refund, new AgentTool({ agent: searcher }), new MCPToolset({ type: 'StreamableHTTPConnectionParams', url: 'https://search.example.com/mcp' })],
});
export const rootAgent = new SequentialAgent({ name: 'pipeline', subAgents: [writer] });
`,
    },
    found: [
      'agent pipeline',
      'agent searcher',
      'agent writer',
      'mcp_server tools (streamable-http)',
      'model gemini-2.5-flash (google)',
      'model gemini-2.5-pro (google)',
      'pipeline -sub_agents-> writer',
      'searcher -models-> gemini-2.5-pro',
      'searcher -tools-> google_search',
      'tool google_search',
      'tool refund',
      'writer -mcp_servers-> tools',
      'writer -models-> gemini-2.5-flash',
      'writer -sub_agents-> searcher',
      'writer -tools-> refund',
    ],
  },
  'Google ADK for TypeScript, further parts': {
    sources: {
      'agent.ts': `
import {
  ENTERPRISE_WEB_SEARCH, EXIT_LOOP, GOOGLE_MAPS_GROUNDING, GOOGLE_SEARCH, Gemini, LOAD_ARTIFACTS, LOAD_MEMORY, LOAD_WEB_PAGE, LlmAgent,
  PRELOAD_MEMORY, RoutedAgent, URL_CONTEXT, VertexAiSearchTool, VertexRagRetrievalTool, getUserChoiceTool,
} from '@google/adk';
const desk = new LlmAgent({
  name: 'desk',
  model: new Gemini({ model: 'gemini-2.5-flash' }),
  tools: [
    GOOGLE_SEARCH, ENTERPRISE_WEB_SEARCH, EXIT_LOOP, getUserChoiceTool, GOOGLE_MAPS_GROUNDING, LOAD_ARTIFACTS, LOAD_MEMORY, LOAD_WEB_PAGE,
    PRELOAD_MEMORY, URL_CONTEXT, new VertexAiSearchTool({ dataStoreId: 'x' }), new VertexRagRetrievalTool({ name: 'x', description: 'x' }),
  ],
});
export const rootAgent = new RoutedAgent({ name: 'router', agents: [desk], router: () => 'desk' });
`,
    },
    found: [
      'agent desk',
      'agent router',
      'desk -models-> gemini-2.5-flash',
      'desk -tools-> enterprise_web_search',
      'desk -tools-> exit_loop',
      'desk -tools-> get_user_choice',
      'desk -tools-> google_maps_grounding',
      'desk -tools-> google_search',
      'desk -tools-> load_artifacts',
      'desk -tools-> load_memory',
      'desk -tools-> load_web_page',
      'desk -tools-> preload_memory',
      'desk -tools-> url_context',
      'desk -tools-> vertex_ai_search',
      'desk -tools-> vertex_rag_retrieval',
      'model gemini-2.5-flash (google)',
      'router -sub_agents-> desk',
      'tool enterprise_web_search',
      'tool exit_loop',
      'tool get_user_choice',
      'tool google_maps_grounding',
      'tool google_search',
      'tool load_artifacts',
      'tool load_memory',
      'tool load_web_page',
      'tool preload_memory',
      'tool url_context',
      'tool vertex_ai_search',
      'tool vertex_rag_retrieval',
    ],
  },
};
