/** Each entry for models and built-in tools of the JavaScript catalogues, used as its package documents it. */
import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

/** The package, what selects or creates the model, and the provider that is reported. */
const MODELS: readonly (readonly [module: string, source: string, provider: string])[] = [
  ['@ai-sdk/openai', `import { openai } from '@ai-sdk/openai'; openai.responses('m-1');`, 'openai'],
  [
    '@ai-sdk/anthropic',
    `import { createAnthropic } from '@ai-sdk/anthropic'; createAnthropic({})('m-1');`,
    'anthropic',
  ],
  ['@ai-sdk/google', `import { google } from '@ai-sdk/google'; google('m-1');`, 'google'],
  ['@ai-sdk/google-vertex', `import { vertex } from '@ai-sdk/google-vertex'; vertex('m-1');`, 'google-vertex'],
  [
    '@ai-sdk/google-vertex/anthropic',
    `import { vertexAnthropic } from '@ai-sdk/google-vertex/anthropic'; vertexAnthropic('m-1');`,
    'google-vertex',
  ],
  ['@ai-sdk/azure', `import { azure } from '@ai-sdk/azure'; azure('m-1');`, 'azure'],
  ['@ai-sdk/amazon-bedrock', `import { bedrock } from '@ai-sdk/amazon-bedrock'; bedrock('m-1');`, 'aws-bedrock'],
  ['@ai-sdk/mistral', `import { mistral } from '@ai-sdk/mistral'; mistral('m-1');`, 'mistral'],
  ['@ai-sdk/groq', `import { groq } from '@ai-sdk/groq'; groq('m-1');`, 'groq'],
  ['@ai-sdk/xai', `import { xai } from '@ai-sdk/xai'; xai('m-1');`, 'xai'],
  ['@ai-sdk/cohere', `import { cohere } from '@ai-sdk/cohere'; cohere('m-1');`, 'cohere'],
  ['@ai-sdk/deepseek', `import { deepseek } from '@ai-sdk/deepseek'; deepseek('m-1');`, 'deepseek'],
  ['@ai-sdk/cerebras', `import { cerebras } from '@ai-sdk/cerebras'; cerebras('m-1');`, 'cerebras'],
  ['@ai-sdk/fireworks', `import { fireworks } from '@ai-sdk/fireworks'; fireworks('m-1');`, 'fireworks'],
  ['@ai-sdk/togetherai', `import { togetherai } from '@ai-sdk/togetherai'; togetherai('m-1');`, 'together'],
  ['@ai-sdk/deepinfra', `import { deepinfra } from '@ai-sdk/deepinfra'; deepinfra('m-1');`, 'deepinfra'],
  ['@ai-sdk/perplexity', `import { perplexity } from '@ai-sdk/perplexity'; perplexity('m-1');`, 'perplexity'],
  ['@ai-sdk/moonshotai', `import { moonshotai } from '@ai-sdk/moonshotai'; moonshotai('m-1');`, 'moonshot'],
  ['@ai-sdk/gateway', `import { gateway } from '@ai-sdk/gateway'; gateway('openai/m-1');`, 'openai'],
  ['ai', `import { gateway } from 'ai'; gateway.languageModel('xai/m-1');`, 'xai'],
  [
    '@openrouter/ai-sdk-provider',
    `import { createOpenRouter } from '@openrouter/ai-sdk-provider'; createOpenRouter({}).chat('m-1');`,
    'openrouter',
  ],
  ['ollama-ai-provider', `import { ollama } from 'ollama-ai-provider'; ollama('m-1');`, 'ollama'],
  ['@langchain/openai', `import { ChatOpenAI } from '@langchain/openai'; new ChatOpenAI({ model: 'm-1' });`, 'openai'],
  [
    '@langchain/openai',
    `import { AzureChatOpenAI } from '@langchain/openai'; new AzureChatOpenAI({ azureOpenAIApiDeploymentName: 'm-1' });`,
    'azure',
  ],
  [
    '@langchain/anthropic',
    `import { ChatAnthropic } from '@langchain/anthropic'; new ChatAnthropic({ modelName: 'm-1' });`,
    'anthropic',
  ],
  [
    '@langchain/google-genai',
    `import { ChatGoogleGenerativeAI } from '@langchain/google-genai'; new ChatGoogleGenerativeAI({ model: 'm-1' });`,
    'google',
  ],
  [
    '@langchain/google-vertexai',
    `import { ChatVertexAI } from '@langchain/google-vertexai'; new ChatVertexAI({ model: 'm-1' });`,
    'google-vertex',
  ],
  [
    '@langchain/mistralai',
    `import { ChatMistralAI } from '@langchain/mistralai'; new ChatMistralAI({ model: 'm-1' });`,
    'mistral',
  ],
  ['@langchain/groq', `import { ChatGroq } from '@langchain/groq'; new ChatGroq({ model: 'm-1' });`, 'groq'],
  ['@langchain/ollama', `import { ChatOllama } from '@langchain/ollama'; new ChatOllama({ model: 'm-1' });`, 'ollama'],
  [
    '@langchain/aws',
    `import { ChatBedrockConverse } from '@langchain/aws'; new ChatBedrockConverse({ model: 'm-1' });`,
    'aws-bedrock',
  ],
  [
    '@langchain/cohere',
    `import { CohereEmbeddings } from '@langchain/cohere'; new CohereEmbeddings({ model: 'm-1' });`,
    'cohere',
  ],
  ['@langchain/xai', `import { ChatXAI } from '@langchain/xai'; new ChatXAI({ model: 'm-1' });`, 'xai'],
  [
    '@langchain/deepseek',
    `import { ChatDeepSeek } from '@langchain/deepseek'; new ChatDeepSeek({ model: 'm-1' });`,
    'deepseek',
  ],
  ['@llamaindex/openai', `import { OpenAI } from '@llamaindex/openai'; new OpenAI({ model: 'm-1' });`, 'openai'],
  [
    '@llamaindex/anthropic',
    `import { anthropic } from '@llamaindex/anthropic'; anthropic({ model: 'm-1' });`,
    'anthropic',
  ],
  ['@llamaindex/google', `import { gemini } from '@llamaindex/google'; gemini({ model: 'm-1' });`, 'google'],
  ['@llamaindex/ollama', `import { Ollama } from '@llamaindex/ollama'; new Ollama({ model: 'm-1' });`, 'ollama'],
  ['@llamaindex/mistral', `import { mistral } from '@llamaindex/mistral'; mistral({ model: 'm-1' });`, 'mistral'],
  ['@llamaindex/groq', `import { groq } from '@llamaindex/groq'; groq({ model: 'm-1' });`, 'groq'],
  ['@llamaindex/deepseek', `import { deepseek } from '@llamaindex/deepseek'; deepseek({ model: 'm-1' });`, 'deepseek'],
  [
    '@openai/agents',
    `import { OpenAIResponsesModel } from '@openai/agents'; new OpenAIResponsesModel(client, 'm-1');`,
    'openai',
  ],
  ['@openai/agents', `import { Runner } from '@openai/agents'; new Runner({ model: 'm-1' });`, 'openai'],
  [
    '@mastra/core',
    `import { ModelRouterEmbeddingModel } from '@mastra/core/llm'; new ModelRouterEmbeddingModel('cohere/m-1');`,
    'cohere',
  ],
  ['groq-sdk', `import Groq from 'groq-sdk'; new Groq().chat.completions.create({ model: 'm-1' });`, 'groq'],
  ['ollama', `import ollama from 'ollama'; ollama.chat({ model: 'm-1' });`, 'ollama'],
  [
    '@mistralai/mistralai',
    `import { Mistral } from '@mistralai/mistralai'; new Mistral({}).chat.complete({ model: 'm-1' });`,
    'mistral',
  ],
  [
    '@google/generative-ai',
    `import { GoogleGenerativeAI } from '@google/generative-ai'; new GoogleGenerativeAI(key).getGenerativeModel({ model: 'm-1' });`,
    'google',
  ],
  [
    '@huggingface/transformers',
    `import { pipeline } from '@huggingface/transformers'; pipeline('summarization', 'acme/m-1');`,
    'acme',
  ],
  ['@google/adk', `import { Gemini } from '@google/adk'; new Gemini({ model: 'm-1' });`, 'google'],
];

const TOOLS: readonly (readonly [source: string, name: string])[] = [
  [`import { fileSearchTool } from '@openai/agents'; const x = fileSearchTool('id');`, 'file_search'],
  [`import { codeInterpreterTool } from '@openai/agents'; const x = codeInterpreterTool();`, 'code_interpreter'],
  [`import { imageGenerationTool } from '@openai/agents'; const x = imageGenerationTool();`, 'image_generation'],
  [`import { computerTool } from '@openai/agents'; const x = computerTool({});`, 'computer_use'],
  [`import { shellTool } from '@openai/agents'; const x = shellTool({});`, 'shell'],
  [`import { applyPatchTool } from '@openai/agents'; const x = applyPatchTool({});`, 'apply_patch'],
  [`import { openai } from '@ai-sdk/openai'; const x = openai.tools.fileSearch({});`, 'file_search'],
  [`import { google } from '@ai-sdk/google'; const x = google.tools.googleSearch({});`, 'google_search'],
  [`import { anthropic } from '@ai-sdk/anthropic'; const x = anthropic.tools.bash_20250124({});`, 'bash'],
  [`import { xai } from '@ai-sdk/xai'; const x = xai.tools.xSearch({});`, 'x_search'],
  [`import { duckduckgo } from '@llamaindex/tools'; const x = duckduckgo();`, 'duckduckgo_search'],
  [`import { createVectorQueryTool } from '@mastra/rag'; const x = createVectorQueryTool({ id: 'find' });`, 'find'],
];

describe('the JavaScript catalogues', () => {
  it.each(MODELS)('know the models of %s: %s', async (_, source, provider) => {
    const { report } = await scanSources({ 'a.ts': source });
    const models = report.objects.filter(({ kind }) => kind === 'model');
    expect(models.map(({ fields }) => (fields as { provider_name?: string }).provider_name)).toEqual([provider]);
    expect(models.map(({ name }) => name.replace('acme/', ''))).toEqual(['m-1']);
  });

  it.each(TOOLS)('know a tool: %s', async (source, name) => {
    const owner = `import { Agent } from '@openai/agents';\n${source}\nnew Agent({ name: 'owner', tools: [x] });\n`;
    const { relations } = await scanSources({ 'a.ts': owner });
    expect(relations()).toEqual([`owner -tools-> ${name}`]);
  });

  it('take nothing of it from packages of other names', async () => {
    const sources = [...MODELS.map(([, source]) => source), ...TOOLS.map(([source]) => source)];
    const files = sources.map((source, index) => [
      `${index}.ts`,
      `${source.replace(/from '/, "from 'other-")} // 'ai'`,
    ]);
    const { report } = await scanSources(Object.fromEntries(files));
    expect(report.objects).toEqual([]);
  });
});
