import type { Framework } from '../../recognize/shared/framework.ts';

const symbols = (...names: string[]) =>
  ['llamaindex', '@llamaindex/workflow', '@llamaindex/core', '@llamaindex/openai', '@llamaindex/anthropic'].flatMap(
    (module) => names.map((name) => `${module}:${name}`),
  );

/** Packages with models: the package, the provider, and what selects a model. */
const MODELS: readonly (readonly [module: string, provider: string, names: readonly string[]])[] = [
  ['@llamaindex/openai', 'openai', ['openai', 'OpenAI', 'OpenAIEmbedding', 'openaiResponses', 'OpenAIResponses']],
  ['@llamaindex/anthropic', 'anthropic', ['anthropic', 'Anthropic']],
  ['@llamaindex/google', 'google', ['gemini', 'Gemini', 'GeminiEmbedding']],
  ['@llamaindex/ollama', 'ollama', ['ollama', 'Ollama', 'OllamaEmbedding']],
  ['@llamaindex/mistral', 'mistral', ['mistral', 'MistralAI', 'MistralAIEmbedding']],
  ['@llamaindex/groq', 'groq', ['groq', 'Groq']],
  ['@llamaindex/deepseek', 'deepseek', ['deepseek', 'DeepSeekLLM']],
  ['@llamaindex/azure', 'azure', ['AzureOpenAI']],
  ['@llamaindex/aws', 'aws-bedrock', ['bedrock', 'Bedrock']],
  ['@llamaindex/huggingface', 'huggingface', ['HuggingFaceLLM', 'HuggingFaceEmbedding']],
  ['@llamaindex/fireworks', 'fireworks', ['FireworksLLM']],
  ['@llamaindex/together', 'together', ['TogetherLLM']],
  ['llamaindex', 'openai', ['OpenAI', 'OpenAIEmbedding', 'openai']],
  ['llamaindex', 'anthropic', ['Anthropic', 'anthropic']],
  ['llamaindex', 'ollama', ['Ollama', 'OllamaEmbedding', 'ollama']],
  ['llamaindex', 'google', ['Gemini', 'gemini']],
  ['llamaindex', 'mistral', ['MistralAI']],
];

/** LlamaIndex for TypeScript. */
export const llamaindexTs: Framework = {
  id: 'llamaindex',
  title: 'LlamaIndex (TypeScript)',
  language: 'typescript',
  documentation: 'https://developers.llamaindex.ai/typescript/framework/',
  modules: [
    'llamaindex',
    '@llamaindex/workflow',
    '@llamaindex/core',
    '@llamaindex/tools',
    ...new Set(MODELS.map(([module]) => module)),
  ],
  packages: [
    'llamaindex',
    '@llamaindex/workflow',
    '@llamaindex/core',
    '@llamaindex/tools',
    ...new Set(MODELS.map(([module]) => module)),
  ],
  toolLoop: { tools: ['tools'], instructions: [], messages: [], executesTools: true },
  sharedModel: { symbols: symbols('Settings'), property: 'llm' },
  components: [
    {
      role: 'model',
      symbols: MODELS.flatMap(([module, , names]) =>
        names.flatMap((name) => ['exec', 'streamExec'].map((method) => `${module}:${name}.${method}`)),
      ),
      model: [],
    },
    {
      role: 'agent',
      symbols: symbols('agent', 'FunctionAgent', 'ReActAgent', 'OpenAIAgent', 'AnthropicAgent', 'LLMAgent'),
      name: ['name'],
      description: ['description'],
      model: ['llm'],
      tools: ['tools'],
      subAgents: ['canHandoffTo'],
      instructions: ['systemPrompt'],
    },
    {
      role: 'tool',
      symbols: symbols('tool', 'FunctionTool.from'),
      name: ['name'],
      description: ['description'],
      schema: ['parameters'],
    },
    {
      role: 'tool',
      symbols: symbols('FunctionTool'),
      name: ['name', 'metadata.name'],
      function: ['@0'],
      description: ['description', 'metadata.description'],
      schema: ['parameters', 'metadata.parameters'],
    },
    {
      role: 'tool',
      symbols: symbols('QueryEngineTool'),
      name: ['metadata.name'],
      description: ['metadata.description'],
    },
    { role: 'mcpClient', symbols: ['@llamaindex/tools:mcp'], name: ['clientName'] },
    { role: 'tool', symbols: ['@llamaindex/tools:wiki'], builtIn: 'wiki' },
    { role: 'tool', symbols: ['@llamaindex/tools:duckduckgo'], builtIn: 'duckduckgo_search' },
    { role: 'tool', symbols: ['@llamaindex/tools:weather'], builtIn: 'get_weather' },
    { role: 'tool', symbols: ['@llamaindex/tools:interpreter'], builtIn: 'interpreter' },
    { role: 'tool', symbols: ['@llamaindex/tools:imageGenerator'], builtIn: 'image_generator' },
    { role: 'tool', symbols: ['@llamaindex/tools:documentGenerator'], builtIn: 'document_generator' },
    { role: 'tool', symbols: symbols('WikipediaTool'), builtIn: 'wikipedia_tool' },
    ...MODELS.map(
      ([module, provider, names]) =>
        ({
          role: 'model',
          symbols: names.map((name) => `${module}:${name}`),
          model: ['model', 'modelName', 'modelType'],
          provider,
          library: module,
          deployment: provider === 'ollama' ? 'self_hosted' : 'hosted_api',
        }) as const,
    ),
  ],
};
