import { groupBy } from '@aispm/domain';
import type { Component, Framework } from '../../recognize/shared/framework.ts';

/** Packages of providers: the package, the name of the provider's function, its constructor, and the provider. */
const PROVIDERS: readonly (readonly [module: string, name: string, create: string, provider: string])[] = [
  ['@ai-sdk/openai', 'openai', 'createOpenAI', 'openai'],
  ['@ai-sdk/anthropic', 'anthropic', 'createAnthropic', 'anthropic'],
  ['@ai-sdk/google', 'google', 'createGoogleGenerativeAI', 'google'],
  ['@ai-sdk/google', 'googleGenerativeAI', 'createGoogle', 'google'],
  ['@ai-sdk/google-vertex', 'vertex', 'createVertex', 'google-vertex'],
  ['@ai-sdk/google-vertex', 'googleVertex', 'createGoogleVertex', 'google-vertex'],
  ['@ai-sdk/google-vertex', 'vertexAnthropic', 'createVertexAnthropic', 'google-vertex'],
  ['@ai-sdk/google-vertex', 'googleVertexAnthropic', 'createGoogleVertexAnthropic', 'google-vertex'],
  ['@ai-sdk/anthropic-aws', 'anthropicAws', 'createAnthropicAws', 'aws-bedrock'],
  ['@ai-sdk/azure', 'azure', 'createAzure', 'azure'],
  ['@ai-sdk/amazon-bedrock', 'bedrock', 'createAmazonBedrock', 'aws-bedrock'],
  ['@ai-sdk/mistral', 'mistral', 'createMistral', 'mistral'],
  ['@ai-sdk/groq', 'groq', 'createGroq', 'groq'],
  ['@ai-sdk/xai', 'xai', 'createXai', 'xai'],
  ['@ai-sdk/cohere', 'cohere', 'createCohere', 'cohere'],
  ['@ai-sdk/deepseek', 'deepseek', 'createDeepSeek', 'deepseek'],
  ['@ai-sdk/cerebras', 'cerebras', 'createCerebras', 'cerebras'],
  ['@ai-sdk/fireworks', 'fireworks', 'createFireworks', 'fireworks'],
  ['@ai-sdk/togetherai', 'togetherai', 'createTogetherAI', 'together'],
  ['@ai-sdk/deepinfra', 'deepinfra', 'createDeepInfra', 'deepinfra'],
  ['@ai-sdk/perplexity', 'perplexity', 'createPerplexity', 'perplexity'],
  ['@ai-sdk/moonshotai', 'moonshotai', 'createMoonshotAI', 'moonshot'],
  ['@ai-sdk/alibaba', 'alibaba', 'createAlibaba', 'alibaba'],
  ['@ai-sdk/huggingface', 'huggingface', 'createHuggingFace', 'huggingface'],
  ['@ai-sdk/vercel', 'vercel', 'createVercel', 'vercel'],
  ['@ai-sdk/fal', 'fal', 'createFal', 'fal'],
  ['@ai-sdk/replicate', 'replicate', 'createReplicate', 'replicate'],
  ['@ai-sdk/elevenlabs', 'elevenlabs', 'createElevenLabs', 'elevenlabs'],
  ['@ai-sdk/assemblyai', 'assemblyai', 'createAssemblyAI', 'assemblyai'],
  ['@ai-sdk/baseten', 'baseten', 'createBaseten', 'baseten'],
  ['@ai-sdk/black-forest-labs', 'blackForestLabs', 'createBlackForestLabs', 'black-forest-labs'],
  ['@ai-sdk/bytedance', 'byteDance', 'createByteDance', 'bytedance'],
  ['@ai-sdk/cartesia', 'cartesia', 'createCartesia', 'cartesia'],
  ['@ai-sdk/deepgram', 'deepgram', 'createDeepgram', 'deepgram'],
  ['@ai-sdk/gladia', 'gladia', 'createGladia', 'gladia'],
  ['@ai-sdk/hume', 'hume', 'createHume', 'hume'],
  ['@ai-sdk/klingai', 'klingai', 'createKlingAI', 'klingai'],
  ['@ai-sdk/lmnt', 'lmnt', 'createLMNT', 'lmnt'],
  ['@ai-sdk/luma', 'luma', 'createLuma', 'luma'],
  ['@ai-sdk/minimax', 'minimax', 'createMiniMax', 'minimax'],
  ['@ai-sdk/prodia', 'prodia', 'createProdia', 'prodia'],
  ['@ai-sdk/revai', 'revai', 'createRevai', 'revai'],
  ['@ai-sdk/voyage', 'voyage', 'createVoyage', 'voyage'],
  ['@openrouter/ai-sdk-provider', 'openrouter', 'createOpenRouter', 'openrouter'],
  ['ollama-ai-provider', 'ollama', 'createOllama', 'ollama'],
  ['ollama-ai-provider-v2', 'ollama', 'createOllama', 'ollama'],
  ['ai-sdk-ollama', 'ollama', 'createOllama', 'ollama'],
];

/** Providers whose models have the provider in their names. */
const ROUTERS: readonly (readonly [module: string, name: string, create: string])[] = [
  ['@ai-sdk/gateway', 'gateway', 'createGateway'],
  ['ai', 'gateway', 'createGateway'],
  ['@ai-sdk/openai-compatible', 'openaiCompatible', 'createOpenAICompatible'],
  ['@ai-sdk/open-responses', 'openResponses', 'createOpenResponses'],
  ['workers-ai-provider', 'workersai', 'createWorkersAI'],
];

/** What selects a model of a provider: `openai('…')` and its methods. */
const METHODS = [
  'languageModel',
  'chat',
  'responses',
  'completion',
  'chatModel',
  'completionModel',
  'embedding',
  'embeddingModel',
  'textEmbedding',
  'textEmbeddingModel',
  'image',
  'imageModel',
  'speech',
  'speechModel',
  'transcription',
  'transcriptionModel',
  'realtime',
  'reranking',
  'rerankingModel',
  'video',
  'videoModel',
];

function providerSymbols(module: string, name: string, create: string): readonly string[] {
  const methods = [name, create].flatMap((each) => METHODS.map((method) => `${module}:${each}.${method}`));
  // `createOpenAI(…)` creates a provider; `createOpenAI(…)(…)` selects a model.
  return [`${module}:${name}`, `${module}:${create}()`, ...methods];
}

const providers: readonly Component[] = [
  ...PROVIDERS.map(
    ([module, name, create, provider]): Component => ({
      role: 'model',
      symbols: providerSymbols(module, name, create),
      model: ['@0'],
      provider,
      library: module,
      deployment: provider === 'ollama' ? 'self_hosted' : 'hosted_api',
    }),
  ),
  ...ROUTERS.map(
    ([module, name, create]): Component => ({
      role: 'model',
      symbols: providerSymbols(module, name, create),
      model: ['@0'],
      library: module,
      deployment: 'hosted_api',
    }),
  ),
];

const GOOGLE_TOOLS = [
  'googleSearch',
  'enterpriseWebSearch',
  'urlContext',
  'codeExecution',
  'fileSearch',
  'googleMaps',
  'vertexRagStore',
];

/** Tools that providers execute: `openai.tools.webSearch(…)`. */
const PROVIDER_TOOLS: Record<string, readonly string[]> = {
  '@ai-sdk/openai:openai': [
    'webSearch',
    'webSearchPreview',
    'fileSearch',
    'codeInterpreter',
    'imageGeneration',
    'localShell',
    'shell',
    'applyPatch',
    'computer',
    'mcp',
    'programmaticToolCalling',
    'toolSearch',
  ],
  '@ai-sdk/azure:azure': ['webSearch', 'webSearchPreview', 'fileSearch', 'codeInterpreter', 'imageGeneration'],
  '@ai-sdk/google:google': GOOGLE_TOOLS,
  '@ai-sdk/google-vertex:vertex': GOOGLE_TOOLS,
  '@ai-sdk/google-vertex:googleVertex': GOOGLE_TOOLS,
  '@ai-sdk/xai:xai': [
    'webSearch',
    'xSearch',
    'codeExecution',
    'fileSearch',
    'imageGeneration',
    'viewImage',
    'viewXVideo',
  ],
  '@ai-sdk/groq:groq': ['browserSearch'],
  '@ai-sdk/anthropic:anthropic': [
    'advisor_20260301',
    'webSearch_20250305',
    'webSearch_20260209',
    'webFetch_20250910',
    'webFetch_20260209',
    'toolSearchRegex_20251119',
    'toolSearchBm25_20251119',
    'bash_20241022',
    'bash_20250124',
    'codeExecution_20250522',
    'codeExecution_20250825',
    'codeExecution_20260120',
    'computer_20241022',
    'computer_20250124',
    'computer_20251124',
    'memory_20250818',
    'textEditor_20241022',
    'textEditor_20250124',
    'textEditor_20250429',
    'textEditor_20250728',
  ],
};

/** `webSearch_20250305` is the tool `web_search`. */
function toolName(method: string): string {
  return method.replace(/_\d+$/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A tool has one entry for all of its versions. */
const providerTools: readonly Component[] = Object.entries(PROVIDER_TOOLS).flatMap(([symbol, names]) =>
  [...groupBy(names, toolName)].map(
    ([builtIn, versions]): Component => ({
      role: 'tool',
      symbols: versions.map((name) => `${symbol}.tools.${name}`),
      builtIn,
    }),
  ),
);

/** AI SDK of Vercel. */
export const vercelAi: Framework = {
  id: 'vercel-ai-sdk',
  title: 'Vercel AI SDK',
  language: 'typescript',
  documentation: 'https://ai-sdk.dev/docs',
  modules: [
    'ai',
    ...new Set([...PROVIDERS, ...ROUTERS].map(([module]) => module)),
    '@ai-sdk/mcp',
    '@ai-sdk/rsc',
    '@ai-sdk/workflow',
    '@workflow/ai',
  ],
  packages: [
    'ai',
    '@ai-sdk/mcp',
    '@ai-sdk/rsc',
    '@ai-sdk/workflow',
    ...new Set([...PROVIDERS, ...ROUTERS].map(([module]) => module)),
  ],
  components: [
    {
      role: 'agent',
      symbols: ['ai:generateText', 'ai:streamText', 'ai:streamUI', 'ai/rsc:streamUI', '@ai-sdk/rsc:streamUI'],
      model: ['model'],
      tools: ['tools'],
      instructions: ['system', 'instructions'],
      requires: ['tools'],
    },
    {
      role: 'agent',
      symbols: [
        'ai:ToolLoopAgent',
        'ai:Experimental_Agent',
        'ai:Agent',
        'ai:BasicAgent',
        '@ai-sdk/workflow:WorkflowAgent',
        '@workflow/ai:DurableAgent',
      ],
      name: ['id', 'name'],
      model: ['model'],
      tools: ['tools'],
      instructions: ['instructions', 'system'],
    },
    {
      role: 'tool',
      symbols: ['ai:tool', 'ai:dynamicTool'],
      name: ['name'],
      description: ['description'],
      schema: ['inputSchema', 'parameters'],
      approval: ['needsApproval'],
    },
    {
      role: 'model',
      symbols: [
        'ai:generateObject',
        'ai:streamObject',
        'ai:embed',
        'ai:embedMany',
        'ai:generateImage',
        'ai:experimental_generateImage',
        'ai:generateSpeech',
        'ai:experimental_generateSpeech',
        'ai:transcribe',
        'ai:experimental_transcribe',
        'ai:experimental_streamTranscribe',
        'ai:experimental_streamTranslate',
        'ai:experimental_generateVideo',
        'ai:experimental_startVideo',
        'ai:rerank',
      ],
      model: ['model'],
    },
    { role: 'wrapper', symbols: ['ai:wrapLanguageModel', 'ai:experimental_wrapLanguageModel'], value: ['model'] },
    {
      // The provider comes before the model: `registry.languageModel('openai:gpt-5')`.
      role: 'model',
      symbols: ['createProviderRegistry', 'experimental_createProviderRegistry'].flatMap((create) =>
        METHODS.map((method) => `ai:${create}.${method}`),
      ),
      model: ['@0'],
    },
    {
      role: 'wrapper',
      symbols: ['ai:customProvider.languageModel', 'ai:experimental_customProvider.languageModel'],
      value: 'receiver',
      table: ['languageModels'],
    },
    {
      role: 'mcpClient',
      symbols: [
        'ai:createMCPClient',
        'ai:experimental_createMCPClient',
        '@ai-sdk/mcp:createMCPClient',
        '@ai-sdk/mcp:experimental_createMCPClient',
      ],
      name: ['name'],
      settings: ['transport'],
    },
    ...providers,
    ...providerTools,
  ],
};
