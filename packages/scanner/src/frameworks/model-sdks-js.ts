import type { Framework } from './framework.ts';

/** Calls of methods on the objects of classes of a package; a default import is named `default`. */
const calls = (module: string, classes: readonly string[], methods: readonly string[]) =>
  classes.flatMap((name) => methods.map((method) => `${module}:${name}.${method}`));

const OPENAI = [
  'chat.completions.create',
  'chat.completions.parse',
  'chat.completions.stream',
  'beta.chat.completions.parse',
  'beta.chat.completions.stream',
  'responses.create',
  'responses.parse',
  'responses.stream',
  'embeddings.create',
  'images.generate',
  'audio.speech.create',
  'audio.transcriptions.create',
  'beta.assistants.create',
  'completions.create',
  'moderations.create',
];

/** SDKs of model providers for JavaScript and TypeScript. */
export const modelSdksJs: Framework = {
  id: 'model-sdk',
  title: 'SDKs of model providers (JavaScript)',
  language: 'typescript',
  documentation: 'https://platform.openai.com/docs/libraries',
  modules: [
    'openai',
    '@anthropic-ai/sdk',
    '@google/genai',
    '@google/generative-ai',
    'groq-sdk',
    'ollama',
    '@mistralai/mistralai',
    '@huggingface/transformers',
    '@xenova/transformers',
  ],
  packages: [
    'openai',
    '@anthropic-ai/sdk',
    '@google/genai',
    '@google/generative-ai',
    'groq-sdk',
    'ollama',
    '@mistralai/mistralai',
  ],
  toolLoop: {
    tools: ['tools', 'functions', 'config.tools', 'toolConfig'],
    instructions: ['system', 'instructions', 'config.systemInstruction', 'systemInstruction'],
    messages: ['sendMessage', 'sendMessageStream', 'generateContent', 'generateContentStream'],
  },
  components: [
    {
      role: 'model',
      symbols: calls('openai', ['default', 'OpenAI'], OPENAI),
      model: ['model'],
      provider: 'openai',
      library: 'openai',
      deployment: 'hosted_api',
    },
    {
      role: 'model',
      symbols: calls('openai', ['AzureOpenAI'], OPENAI),
      model: ['model'],
      provider: 'azure',
      library: 'openai',
      deployment: 'hosted_api',
    },
    {
      role: 'agent',
      symbols: [
        ...calls(
          'openai',
          ['default', 'OpenAI', 'AzureOpenAI'],
          ['chat.completions.runTools', 'beta.chat.completions.runTools'],
        ),
        ...calls('@anthropic-ai/sdk', ['default', 'Anthropic'], ['beta.messages.toolRunner']),
      ],
      model: ['model'],
      tools: ['tools'],
    },
    {
      role: 'model',
      symbols: calls(
        '@anthropic-ai/sdk',
        ['default', 'Anthropic'],
        ['messages.create', 'messages.stream', 'beta.messages.create', 'beta.messages.stream'],
      ),
      model: ['model'],
      provider: 'anthropic',
      library: '@anthropic-ai/sdk',
      deployment: 'hosted_api',
    },
    {
      role: 'model',
      symbols: calls(
        '@google/genai',
        ['GoogleGenAI'],
        [
          'models.generateContent',
          'models.generateContentStream',
          'models.embedContent',
          'models.generateImages',
          'chats.create',
          'live.connect',
        ],
      ),
      model: ['model'],
      provider: 'google',
      library: '@google/genai',
      deployment: 'hosted_api',
    },
    {
      role: 'model',
      symbols: ['@google/generative-ai:GoogleGenerativeAI.getGenerativeModel'],
      model: ['model'],
      provider: 'google',
      library: '@google/generative-ai',
      deployment: 'hosted_api',
    },
    {
      role: 'model',
      symbols: calls('groq-sdk', ['default', 'Groq'], ['chat.completions.create']),
      model: ['model'],
      provider: 'groq',
      library: 'groq-sdk',
      deployment: 'hosted_api',
    },
    {
      role: 'model',
      symbols: [...calls('ollama', ['default', 'Ollama'], ['chat', 'generate', 'embed', 'embeddings'])],
      model: ['model'],
      provider: 'ollama',
      library: 'ollama',
      deployment: 'self_hosted',
    },
    {
      role: 'model',
      symbols: calls('@mistralai/mistralai', ['Mistral'], ['chat.complete', 'chat.stream', 'embeddings.create']),
      model: ['model'],
      provider: 'mistral',
      library: '@mistralai/mistralai',
      deployment: 'hosted_api',
    },
    {
      role: 'model',
      symbols: ['@huggingface/transformers:pipeline', '@xenova/transformers:pipeline'],
      model: ['@1'],
      provider: 'huggingface',
      library: 'transformers.js',
      deployment: 'embedded',
    },
  ],
};
