/** Newer parts of the frameworks for JavaScript, and lists of tools in C#. */
import type { CatalogueCase } from './find.ts';

export const NEWER_CASES: Readonly<Record<string, CatalogueCase>> = {
  'AI SDK of Vercel, further providers': {
    sources: {
      'models.ts': `
import { createGoogle } from '@ai-sdk/google';
import { createGoogleVertex } from '@ai-sdk/google-vertex';
import { anthropicAws } from '@ai-sdk/anthropic-aws';
import { assemblyai } from '@ai-sdk/assemblyai';
import { baseten } from '@ai-sdk/baseten';
import { blackForestLabs } from '@ai-sdk/black-forest-labs';
import { byteDance } from '@ai-sdk/bytedance';
import { cartesia } from '@ai-sdk/cartesia';
import { deepgram } from '@ai-sdk/deepgram';
import { gladia } from '@ai-sdk/gladia';
import { hume } from '@ai-sdk/hume';
import { klingai } from '@ai-sdk/klingai';
import { lmnt } from '@ai-sdk/lmnt';
import { luma } from '@ai-sdk/luma';
import { minimax } from '@ai-sdk/minimax';
import { prodia } from '@ai-sdk/prodia';
import { revai } from '@ai-sdk/revai';
import { voyage } from '@ai-sdk/voyage';
import { createGoogleVertexAnthropic } from '@ai-sdk/google-vertex/anthropic';
import { createOpenResponses } from '@ai-sdk/open-responses';
const m0 = createGoogle()('m-google');
const m1 = createGoogleVertex()('m-google-vertex');
const m2 = anthropicAws('m-anthropic-aws');
const m3 = assemblyai('m-assemblyai');
const m4 = baseten('m-baseten');
const m5 = blackForestLabs('m-black-forest-labs');
const m6 = byteDance('m-bytedance');
const m7 = cartesia('m-cartesia');
const m8 = deepgram('m-deepgram');
const m9 = gladia('m-gladia');
const m10 = hume('m-hume');
const m11 = klingai('m-klingai');
const m12 = lmnt('m-lmnt');
const m13 = luma('m-luma');
const m14 = minimax('m-minimax');
const m15 = prodia('m-prodia');
const m16 = revai('m-revai');
const m17 = voyage('m-voyage');
const m90 = createGoogleVertexAnthropic()('m-vertex-anthropic');
const m91 = createOpenResponses({ name: 'x' })('m-open-responses');
`,
    },
    found: [
      'model m-anthropic-aws (aws-bedrock)',
      'model m-assemblyai (assemblyai)',
      'model m-baseten (baseten)',
      'model m-black-forest-labs (black-forest-labs)',
      'model m-bytedance (bytedance)',
      'model m-cartesia (cartesia)',
      'model m-deepgram (deepgram)',
      'model m-gladia (gladia)',
      'model m-google (google)',
      'model m-google-vertex (google-vertex)',
      'model m-hume (hume)',
      'model m-klingai (klingai)',
      'model m-lmnt (lmnt)',
      'model m-luma (luma)',
      'model m-minimax (minimax)',
      'model m-open-responses (unknown)',
      'model m-prodia (prodia)',
      'model m-revai (revai)',
      'model m-vertex-anthropic (google-vertex)',
      'model m-voyage (voyage)',
    ],
  },
  'AI SDK of Vercel, further tools': {
    sources: {
      'agents.ts': `
import { anthropic } from '@ai-sdk/anthropic';
import { azure } from '@ai-sdk/azure';
import { google } from '@ai-sdk/google';
import { googleVertex, vertex } from '@ai-sdk/google-vertex';
import { openai } from '@ai-sdk/openai';
import { WorkflowAgent } from '@ai-sdk/workflow';
import { xai } from '@ai-sdk/xai';
import { createProviderRegistry } from 'ai';
const registry = createProviderRegistry({ openai, anthropic });
const registered = registry.languageModel('openai:gpt-5');
export const one = new WorkflowAgent({
  id: 'one',
  model: registered,
  tools: {
    a: openai.tools.computer({}), b: openai.tools.programmaticToolCalling({}), c: openai.tools.toolSearch({}),
    d: xai.tools.fileSearch({}), e: xai.tools.imageGeneration({}), f: xai.tools.viewImage({}), g: xai.tools.viewXVideo({}),
    h: anthropic.tools.advisor_20260301({}), i: anthropic.tools.toolSearchRegex_20251119(), j: anthropic.tools.toolSearchBm25_20251119(),
  },
});
export const two = new WorkflowAgent({
  id: 'two', model: 'openai/gpt-5', tools: { a: google.tools.enterpriseWebSearch({}), b: google.tools.vertexRagStore({}), c: azure.tools.webSearch({}) },
});
export const three = new WorkflowAgent({
  id: 'three', model: 'openai/gpt-5', tools: { a: vertex.tools.enterpriseWebSearch({}), b: vertex.tools.vertexRagStore({}), c: vertex.tools.fileSearch({}), d: vertex.tools.googleMaps({}) },
});
export const four = new WorkflowAgent({
  id: 'four', model: 'openai/gpt-5', tools: {
    a: googleVertex.tools.googleSearch({}), b: googleVertex.tools.enterpriseWebSearch({}), c: googleVertex.tools.urlContext({}),
    d: googleVertex.tools.codeExecution({}), e: googleVertex.tools.fileSearch({}), f: googleVertex.tools.googleMaps({}), g: googleVertex.tools.vertexRagStore({}),
  },
});
`,
    },
    found: [
      'agent four',
      'agent one',
      'agent three',
      'agent two',
      'four -models-> gpt-5',
      'four -tools-> code_execution',
      'four -tools-> enterprise_web_search',
      'four -tools-> file_search',
      'four -tools-> google_maps',
      'four -tools-> google_search',
      'four -tools-> url_context',
      'four -tools-> vertex_rag_store',
      'model gpt-5 (openai)',
      'one -models-> gpt-5',
      'one -tools-> advisor',
      'one -tools-> computer',
      'one -tools-> file_search',
      'one -tools-> image_generation',
      'one -tools-> programmatic_tool_calling',
      'one -tools-> tool_search',
      'one -tools-> tool_search_bm25',
      'one -tools-> tool_search_regex',
      'one -tools-> view_image',
      'one -tools-> view_x_video',
      'three -models-> gpt-5',
      'three -tools-> enterprise_web_search',
      'three -tools-> file_search',
      'three -tools-> google_maps',
      'three -tools-> vertex_rag_store',
      'tool advisor',
      'tool code_execution',
      'tool computer',
      'tool enterprise_web_search',
      'tool file_search',
      'tool google_maps',
      'tool google_search',
      'tool image_generation',
      'tool programmatic_tool_calling',
      'tool tool_search',
      'tool tool_search_bm25',
      'tool tool_search_regex',
      'tool url_context',
      'tool vertex_rag_store',
      'tool view_image',
      'tool view_x_video',
      'tool web_search',
      'two -models-> gpt-5',
      'two -tools-> enterprise_web_search',
      'two -tools-> vertex_rag_store',
      'two -tools-> web_search',
    ],
  },
  'OpenAI Agents SDK for JavaScript, further parts': {
    sources: {
      'desk.ts': `
import OpenAI from 'openai';
import { Agent, MCPServerStdio, OpenAIResponsesWSModel, getAllMcpTools, programmaticToolCallingTool, tool, toolNamespace, toolSearchTool } from '@openai/agents';
import { codexTool } from '@openai/agents-extensions/experimental/codex';
import { RealtimeAgent, RealtimeSession } from '@openai/agents/realtime';
const find = tool({ name: 'find', description: 'Finds.', parameters: {}, execute: async () => '' });
const files = new MCPServerStdio({ name: 'Files', fullCommand: 'npx -y files-mcp' });
export const desk = new Agent({
  name: 'Desk',
  model: new OpenAIResponsesWSModel(client, 'gpt-5.2'),
  tools: [...toolNamespace({ name: 'crm', description: 'x', tools: [find] }), toolSearchTool(), programmaticToolCallingTool(), codexTool({})],
});
export const clerk = new Agent({ name: 'Clerk', tools: await getAllMcpTools([files]) });
const voice = new RealtimeAgent({ name: 'Voice' });
const session = new RealtimeSession(voice, { model: 'gpt-realtime' });
await new OpenAI().realtime.clientSecrets.create({ session: { type: 'realtime', model: 'm-session' } });
`,
    },
    found: [
      'Clerk -mcp_servers-> Files',
      'Desk -models-> gpt-5.2',
      'Desk -tools-> codex',
      'Desk -tools-> find',
      'Desk -tools-> programmatic_tool_calling',
      'Desk -tools-> tool_search',
      'Voice -models-> gpt-realtime',
      'agent Clerk',
      'agent Desk',
      'agent Voice',
      'mcp_server Files (stdio)',
      'model gpt-5.2 (openai)',
      'model gpt-realtime (openai)',
      'model m-session (openai)',
      'tool codex',
      'tool find',
      'tool programmatic_tool_calling',
      'tool tool_search',
    ],
  },
  'LangChain for JavaScript, a loop': {
    sources: {
      'shop.js': `
import { ChatOpenAI } from '@langchain/openai';
import { tool } from '@langchain/core/tools';
const search = tool(async () => '', { name: 'search', description: 'Searches.', schema: {} });
export async function shopper(messages) {
  const model = new ChatOpenAI({ model: 'gpt-4.1-mini' }).bindTools([search]);
  while (true) {
    const response = await model.invoke(messages);
    if (!response.tool_calls?.length) return response.content;
    for (const call of response.tool_calls)
      messages.push({ role: 'tool', tool_call_id: call.id, content: await search.invoke(call.args) });
  }
}
`,
    },
    found: [
      'agent shopper',
      'model gpt-4.1-mini (openai)',
      'shopper -models-> gpt-4.1-mini',
      'shopper -tools-> search',
      'tool search',
    ],
  },
  'MCP SDK (C#), a handler that lists tools': {
    sources: {
      'Program.cs': `
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

builder.Services.AddMcpServer(o => { o.ServerInfo = new() { Name = "desk" }; })
    .WithListToolsHandler((request, token) =>
        ValueTask.FromResult(new ListToolsResult { Tools = [new Tool { Name = "find", Description = "Finds." }] }));
`,
    },
    found: ['desk -tools-> find', 'mcp_server desk (stdio)', 'tool find'],
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
