import type { CatalogueCase } from '../find.ts';

export const VERCEL_AI_CASES: Readonly<Record<string, CatalogueCase>> = {
  'Vercel AI SDK': {
    sources: {
      'run.ts': `
import {
  Experimental_Agent as Agent, createMCPClient, customProvider, embed, generateText, stepCountIs, tool, wrapLanguageModel,
} from 'ai';
import { openai } from '@ai-sdk/openai';
import { Experimental_StdioMCPTransport } from 'ai/mcp-stdio';
import { z } from 'zod';

const weather = tool({ name: 'weather', description: 'Weather.', inputSchema: z.object({ city: z.string() }), execute: async () => 1 });
export const provider = customProvider({
  languageModels: { small: openai('gpt-4o-mini') },
});
export const desk = new Agent({ id: 'desk', model: wrapLanguageModel({ model: openai('gpt-4o'), middleware: [] }), tools: { weather } });
export async function ask() {
  const client = await createMCPClient({ name: 'files', transport: new Experimental_StdioMCPTransport({ command: 'npx', args: ['-y', 'files-mcp'] }) });
  return generateText({ model: provider.languageModel('small'), tools: { weather, ...(await client.tools()) } });
}
export const vector = () => embed({ model: 'acme/m-vectors', value: 'x' });
`,
    },
    found: [
      'agent ask',
      'agent desk',
      'ask -mcp_servers-> files-mcp',
      'ask -models-> gpt-4o-mini',
      'ask -tools-> weather',
      'desk -models-> gpt-4o',
      'desk -tools-> weather',
      'mcp_server files-mcp (stdio)',
      'model acme/m-vectors (acme)',
      'model gpt-4o (openai)',
      'model gpt-4o-mini (openai)',
      'tool weather',
    ],
  },
  'Providers of the Vercel AI SDK': {
    sources: {
      'providers.ts': `
import { openai as openai0 } from '@ai-sdk/openai';
import { createAnthropic as anthropic1 } from '@ai-sdk/anthropic';
import { google as google2 } from '@ai-sdk/google';
import { createVertex as vertex3 } from '@ai-sdk/google-vertex';
import { vertexAnthropic as vertexAnthropic4 } from '@ai-sdk/google-vertex/anthropic';
import { createAzure as azure5 } from '@ai-sdk/azure';
import { bedrock as bedrock6 } from '@ai-sdk/amazon-bedrock';
import { createMistral as mistral7 } from '@ai-sdk/mistral';
import { groq as groq8 } from '@ai-sdk/groq';
import { createXai as xai9 } from '@ai-sdk/xai';
import { cohere as cohere10 } from '@ai-sdk/cohere';
import { createDeepSeek as deepseek11 } from '@ai-sdk/deepseek';
import { cerebras as cerebras12 } from '@ai-sdk/cerebras';
import { createFireworks as fireworks13 } from '@ai-sdk/fireworks';
import { togetherai as togetherai14 } from '@ai-sdk/togetherai';
import { createDeepInfra as deepinfra15 } from '@ai-sdk/deepinfra';
import { perplexity as perplexity16 } from '@ai-sdk/perplexity';
import { createMoonshotAI as moonshotai17 } from '@ai-sdk/moonshotai';
import { alibaba as alibaba18 } from '@ai-sdk/alibaba';
import { createHuggingFace as huggingface19 } from '@ai-sdk/huggingface';
import { vercel as vercel20 } from '@ai-sdk/vercel';
import { createFal as fal21 } from '@ai-sdk/fal';
import { replicate as replicate22 } from '@ai-sdk/replicate';
import { createElevenLabs as elevenlabs23 } from '@ai-sdk/elevenlabs';
import { openrouter as openrouter24 } from '@openrouter/ai-sdk-provider';
import { createOllama as ollama25 } from 'ollama-ai-provider';
import { ollama as ollama26 } from 'ollama-ai-provider-v2';
import { createOllama as ollama27 } from 'ai-sdk-ollama';
import { gateway as gateway28 } from '@ai-sdk/gateway';
import { createGateway as gateway29 } from 'ai';
import { createOpenAICompatible as openaiCompatible30 } from '@ai-sdk/openai-compatible';
import { createWorkersAI as workersai31 } from 'workers-ai-provider';
import { fileSearch as fileSearch32 } from 'webSearchPreview';
import { codeExecution as urlContext33 } from 'googleSearch';
import { xSearch as xSearch34 } from 'webSearch';

export const models = [
  openai0('acme/m-ai-sdk-openai'),
  anthropic1({})('acme/m-ai-sdk-anthropic'),
  google2('acme/m-ai-sdk-google'),
  vertex3({})('acme/m-ai-sdk-google-vertex'),
  vertexAnthropic4('acme/m-ai-sdk-google-vertex-anthropic'),
  azure5({})('acme/m-ai-sdk-azure'),
  bedrock6('acme/m-ai-sdk-amazon-bedrock'),
  mistral7({})('acme/m-ai-sdk-mistral'),
  groq8('acme/m-ai-sdk-groq'),
  xai9({})('acme/m-ai-sdk-xai'),
  cohere10('acme/m-ai-sdk-cohere'),
  deepseek11({})('acme/m-ai-sdk-deepseek'),
  cerebras12('acme/m-ai-sdk-cerebras'),
  fireworks13({})('acme/m-ai-sdk-fireworks'),
  togetherai14('acme/m-ai-sdk-togetherai'),
  deepinfra15({})('acme/m-ai-sdk-deepinfra'),
  perplexity16('acme/m-ai-sdk-perplexity'),
  moonshotai17({})('acme/m-ai-sdk-moonshotai'),
  alibaba18('acme/m-ai-sdk-alibaba'),
  huggingface19({})('acme/m-ai-sdk-huggingface'),
  vercel20('acme/m-ai-sdk-vercel'),
  fal21({})('acme/m-ai-sdk-fal'),
  replicate22('acme/m-ai-sdk-replicate'),
  elevenlabs23({})('acme/m-ai-sdk-elevenlabs'),
  openrouter24('acme/m-openrouter-ai-sdk-provider'),
  ollama25({})('acme/m-ollama-ai-provider'),
  ollama26('acme/m-ollama-ai-provider-v2'),
  ollama27({})('acme/m-ai-sdk-ollama'),
  gateway28('acme/m-ai-sdk-gateway'),
  gateway29({})('acme/m-ai'),
  openaiCompatible30({})('acme/m-ai-sdk-openai-compatible'),
  workersai31({})('acme/m-workers-ai-provider'),
  fileSearch32('acme/m-websearchpreview'),
  urlContext33({})('acme/m-googlesearch'),
  xSearch34('acme/m-websearch'),
];
`,
    },
    found: [
      'model acme/m-ai (acme)',
      'model acme/m-ai-sdk-alibaba (alibaba)',
      'model acme/m-ai-sdk-amazon-bedrock (aws-bedrock)',
      'model acme/m-ai-sdk-anthropic (anthropic)',
      'model acme/m-ai-sdk-azure (azure)',
      'model acme/m-ai-sdk-cerebras (cerebras)',
      'model acme/m-ai-sdk-cohere (cohere)',
      'model acme/m-ai-sdk-deepinfra (deepinfra)',
      'model acme/m-ai-sdk-deepseek (deepseek)',
      'model acme/m-ai-sdk-elevenlabs (elevenlabs)',
      'model acme/m-ai-sdk-fal (fal)',
      'model acme/m-ai-sdk-fireworks (fireworks)',
      'model acme/m-ai-sdk-gateway (acme)',
      'model acme/m-ai-sdk-google (google)',
      'model acme/m-ai-sdk-google-vertex (google-vertex)',
      'model acme/m-ai-sdk-google-vertex-anthropic (google-vertex)',
      'model acme/m-ai-sdk-groq (groq)',
      'model acme/m-ai-sdk-huggingface (acme)',
      'model acme/m-ai-sdk-mistral (mistral)',
      'model acme/m-ai-sdk-moonshotai (moonshot)',
      'model acme/m-ai-sdk-ollama (ollama)',
      'model acme/m-ai-sdk-openai (acme)',
      'model acme/m-ai-sdk-openai-compatible (acme)',
      'model acme/m-ai-sdk-perplexity (perplexity)',
      'model acme/m-ai-sdk-replicate (replicate)',
      'model acme/m-ai-sdk-togetherai (together)',
      'model acme/m-ai-sdk-vercel (vercel)',
      'model acme/m-ai-sdk-xai (xai)',
      'model acme/m-ollama-ai-provider (ollama)',
      'model acme/m-ollama-ai-provider-v2 (ollama)',
      'model acme/m-openrouter-ai-sdk-provider (openrouter)',
      'model acme/m-workers-ai-provider (acme)',
    ],
  },
  'Tools of providers of the Vercel AI SDK': {
    sources: {
      'tools.ts': `
import { ToolLoopAgent } from 'ai';
import { openai } from '@ai-sdk/openai';
import { azure } from '@ai-sdk/azure';
import { google } from '@ai-sdk/google';
import { vertex } from '@ai-sdk/google-vertex';
import { xai } from '@ai-sdk/xai';
import { groq } from '@ai-sdk/groq';
import { anthropic } from '@ai-sdk/anthropic';

export const openai_webSearch = new ToolLoopAgent({ tools: { used: openai.tools.webSearch({}) } });
export const openai_webSearchPreview = new ToolLoopAgent({ tools: { used: openai.tools.webSearchPreview({}) } });
export const openai_fileSearch = new ToolLoopAgent({ tools: { used: openai.tools.fileSearch({}) } });
export const openai_codeInterpreter = new ToolLoopAgent({ tools: { used: openai.tools.codeInterpreter({}) } });
export const openai_imageGeneration = new ToolLoopAgent({ tools: { used: openai.tools.imageGeneration({}) } });
export const openai_localShell = new ToolLoopAgent({ tools: { used: openai.tools.localShell({}) } });
export const openai_shell = new ToolLoopAgent({ tools: { used: openai.tools.shell({}) } });
export const openai_applyPatch = new ToolLoopAgent({ tools: { used: openai.tools.applyPatch({}) } });
export const openai_mcp = new ToolLoopAgent({ tools: { used: openai.tools.mcp({}) } });
export const azure_webSearchPreview = new ToolLoopAgent({ tools: { used: azure.tools.webSearchPreview({}) } });
export const azure_fileSearch = new ToolLoopAgent({ tools: { used: azure.tools.fileSearch({}) } });
export const azure_codeInterpreter = new ToolLoopAgent({ tools: { used: azure.tools.codeInterpreter({}) } });
export const azure_imageGeneration = new ToolLoopAgent({ tools: { used: azure.tools.imageGeneration({}) } });
export const google_googleSearch = new ToolLoopAgent({ tools: { used: google.tools.googleSearch({}) } });
export const google_urlContext = new ToolLoopAgent({ tools: { used: google.tools.urlContext({}) } });
export const google_codeExecution = new ToolLoopAgent({ tools: { used: google.tools.codeExecution({}) } });
export const google_fileSearch = new ToolLoopAgent({ tools: { used: google.tools.fileSearch({}) } });
export const google_googleMaps = new ToolLoopAgent({ tools: { used: google.tools.googleMaps({}) } });
export const vertex_googleSearch = new ToolLoopAgent({ tools: { used: vertex.tools.googleSearch({}) } });
export const vertex_urlContext = new ToolLoopAgent({ tools: { used: vertex.tools.urlContext({}) } });
export const vertex_codeExecution = new ToolLoopAgent({ tools: { used: vertex.tools.codeExecution({}) } });
export const xai_webSearch = new ToolLoopAgent({ tools: { used: xai.tools.webSearch({}) } });
export const xai_xSearch = new ToolLoopAgent({ tools: { used: xai.tools.xSearch({}) } });
export const xai_codeExecution = new ToolLoopAgent({ tools: { used: xai.tools.codeExecution({}) } });
export const groq_browserSearch = new ToolLoopAgent({ tools: { used: groq.tools.browserSearch({}) } });
export const anthropic_webSearch_20250305 = new ToolLoopAgent({ tools: { used: anthropic.tools.webSearch_20250305({}) } });
export const anthropic_webFetch_20250910 = new ToolLoopAgent({ tools: { used: anthropic.tools.webFetch_20250910({}) } });
export const anthropic_bash_20241022 = new ToolLoopAgent({ tools: { used: anthropic.tools.bash_20241022({}) } });
export const anthropic_bash_20250124 = new ToolLoopAgent({ tools: { used: anthropic.tools.bash_20250124({}) } });
export const anthropic_codeExecution_20250522 = new ToolLoopAgent({ tools: { used: anthropic.tools.codeExecution_20250522({}) } });
export const anthropic_codeExecution_20250825 = new ToolLoopAgent({ tools: { used: anthropic.tools.codeExecution_20250825({}) } });
export const anthropic_computer_20241022 = new ToolLoopAgent({ tools: { used: anthropic.tools.computer_20241022({}) } });
export const anthropic_computer_20250124 = new ToolLoopAgent({ tools: { used: anthropic.tools.computer_20250124({}) } });
export const anthropic_memory_20250818 = new ToolLoopAgent({ tools: { used: anthropic.tools.memory_20250818({}) } });
export const anthropic_textEditor_20241022 = new ToolLoopAgent({ tools: { used: anthropic.tools.textEditor_20241022({}) } });
export const anthropic_textEditor_20250124 = new ToolLoopAgent({ tools: { used: anthropic.tools.textEditor_20250124({}) } });
export const anthropic_textEditor_20250429 = new ToolLoopAgent({ tools: { used: anthropic.tools.textEditor_20250429({}) } });
export const anthropic_textEditor_20250728 = new ToolLoopAgent({ tools: { used: anthropic.tools.textEditor_20250728({}) } });
`,
    },
    found: [
      'agent anthropic_bash_20241022',
      'agent anthropic_bash_20250124',
      'agent anthropic_codeExecution_20250522',
      'agent anthropic_codeExecution_20250825',
      'agent anthropic_computer_20241022',
      'agent anthropic_computer_20250124',
      'agent anthropic_memory_20250818',
      'agent anthropic_textEditor_20241022',
      'agent anthropic_textEditor_20250124',
      'agent anthropic_textEditor_20250429',
      'agent anthropic_textEditor_20250728',
      'agent anthropic_webFetch_20250910',
      'agent anthropic_webSearch_20250305',
      'agent azure_codeInterpreter',
      'agent azure_fileSearch',
      'agent azure_imageGeneration',
      'agent azure_webSearchPreview',
      'agent google_codeExecution',
      'agent google_fileSearch',
      'agent google_googleMaps',
      'agent google_googleSearch',
      'agent google_urlContext',
      'agent groq_browserSearch',
      'agent openai_applyPatch',
      'agent openai_codeInterpreter',
      'agent openai_fileSearch',
      'agent openai_imageGeneration',
      'agent openai_localShell',
      'agent openai_mcp',
      'agent openai_shell',
      'agent openai_webSearch',
      'agent openai_webSearchPreview',
      'agent vertex_codeExecution',
      'agent vertex_googleSearch',
      'agent vertex_urlContext',
      'agent xai_codeExecution',
      'agent xai_webSearch',
      'agent xai_xSearch',
      'anthropic_bash_20241022 -tools-> bash',
      'anthropic_bash_20250124 -tools-> bash',
      'anthropic_codeExecution_20250522 -tools-> code_execution',
      'anthropic_codeExecution_20250825 -tools-> code_execution',
      'anthropic_computer_20241022 -tools-> computer',
      'anthropic_computer_20250124 -tools-> computer',
      'anthropic_memory_20250818 -tools-> memory',
      'anthropic_textEditor_20241022 -tools-> text_editor',
      'anthropic_textEditor_20250124 -tools-> text_editor',
      'anthropic_textEditor_20250429 -tools-> text_editor',
      'anthropic_textEditor_20250728 -tools-> text_editor',
      'anthropic_webFetch_20250910 -tools-> web_fetch',
      'anthropic_webSearch_20250305 -tools-> web_search',
      'azure_codeInterpreter -tools-> code_interpreter',
      'azure_fileSearch -tools-> file_search',
      'azure_imageGeneration -tools-> image_generation',
      'azure_webSearchPreview -tools-> web_search_preview',
      'google_codeExecution -tools-> code_execution',
      'google_fileSearch -tools-> file_search',
      'google_googleMaps -tools-> google_maps',
      'google_googleSearch -tools-> google_search',
      'google_urlContext -tools-> url_context',
      'groq_browserSearch -tools-> browser_search',
      'openai_applyPatch -tools-> apply_patch',
      'openai_codeInterpreter -tools-> code_interpreter',
      'openai_fileSearch -tools-> file_search',
      'openai_imageGeneration -tools-> image_generation',
      'openai_localShell -tools-> local_shell',
      'openai_mcp -tools-> mcp',
      'openai_shell -tools-> shell',
      'openai_webSearch -tools-> web_search',
      'openai_webSearchPreview -tools-> web_search_preview',
      'tool apply_patch',
      'tool bash',
      'tool browser_search',
      'tool code_execution',
      'tool code_interpreter',
      'tool computer',
      'tool file_search',
      'tool google_maps',
      'tool google_search',
      'tool image_generation',
      'tool local_shell',
      'tool mcp',
      'tool memory',
      'tool shell',
      'tool text_editor',
      'tool url_context',
      'tool web_fetch',
      'tool web_search',
      'tool web_search_preview',
      'tool x_search',
      'vertex_codeExecution -tools-> code_execution',
      'vertex_googleSearch -tools-> google_search',
      'vertex_urlContext -tools-> url_context',
      'xai_codeExecution -tools-> code_execution',
      'xai_webSearch -tools-> web_search',
      'xai_xSearch -tools-> x_search',
    ],
  },
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
};
