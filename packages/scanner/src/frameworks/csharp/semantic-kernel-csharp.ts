import { examineKernel, KERNEL } from '../../recognize/examine/semantic-kernel-csharp.ts';
import type { Framework } from '../../recognize/shared/framework.ts';

const AGENTS = `${KERNEL}.Agents`;

/** Methods that give a kernel or its builder the functions of a class, of an object or of a plugin. */
const PLUGINS: Record<string, readonly string[]> = {
  AddFromType: ['<0>'],
  AddFromObject: ['@0'],
  ImportPluginFromType: ['<0>'],
  ImportPluginFromObject: ['@0'],
  ImportPluginFromFunctions: ['@1', 'functions'],
  AddFromFunctions: ['@1', 'functions'],
  Add: ['@0'],
};

/** Models by the methods that add them to a kernel or to its services. */
const MODELS: Record<string, { readonly provider?: string; readonly model: readonly string[] }> = {
  AddOpenAI: { provider: 'openai', model: ['modelId@0'] },
  AddAzureOpenAI: { provider: 'azure', model: ['deploymentName@0'] },
  AddAzureAIInference: { model: ['modelId@0'] },
  AddGoogleAIGemini: { provider: 'google', model: ['modelId@0'] },
  AddVertexAIGemini: { provider: 'google', model: ['modelId@0'] },
  AddMistral: { provider: 'mistral', model: ['modelId@0'] },
  AddOllama: { model: ['modelId@0'] },
  AddBedrock: { provider: 'bedrock', model: ['modelId@0'] },
  AddHuggingFace: { model: ['model@0'] },
};

const SERVICES = ['ChatCompletion', 'ChatClient', 'EmbeddingGenerator', 'TextEmbeddingGeneration'];

const methodsOf = (prefix: string) => SERVICES.map((service) => `${prefix}${service}`);

/** Semantic Kernel for .NET. Its methods extend builders of any library. */
export const semanticKernelCsharp: Framework = {
  id: 'semantic-kernel',
  title: 'Semantic Kernel (C#)',
  language: 'csharp',
  documentation: 'https://learn.microsoft.com/semantic-kernel/frameworks/agent/',
  modules: [KERNEL],
  packages: ['SemanticKernel.Core', 'SemanticKernel.Abstractions', 'SemanticKernel.MetaPackage', KERNEL],
  components: [
    {
      role: 'agent',
      symbols: [
        'ChatCompletionAgent',
        'OpenAIAssistantAgent',
        'OpenAIResponseAgent',
        'AzureAIAgent',
        'BedrockAgent',
        'CopilotStudioAgent',
      ].map((name) => `${AGENTS}:${name}`),
      name: ['Name'],
      description: ['Description'],
      instructions: ['Instructions'],
      examine: examineKernel({ plugins: PLUGINS, models: Object.keys(MODELS).flatMap(methodsOf) }),
    },
    {
      role: 'tool',
      symbols: [`${KERNEL}:KernelFunction`, `${KERNEL}:KernelFunctionAttribute`],
      exceptIn: ['KernelProcessStep'],
      name: ['name@0'],
    },
    {
      role: 'tool',
      symbols: [`${KERNEL}:KernelFunctionFactory.CreateFromMethod`],
      name: ['functionName@1', '.FunctionName@1'],
      function: ['method@0'],
      description: ['description@2', '.Description@1'],
    },
    {
      role: 'wrapper',
      symbols: [`${KERNEL}:KernelPluginFactory.CreateFromFunctions`],
      value: ['functions', '@1', '@2'],
    },
    {
      role: 'wrapper',
      symbols: [`${KERNEL}:KernelPluginFactory.CreateFromType`, `${KERNEL}:KernelPluginFactory.CreateFromObject`],
      value: ['<0>', 'target@0'],
    },
    ...Object.entries(MODELS).map(
      ([prefix, { model, provider }]) =>
        ({
          role: 'model',
          symbols: methodsOf(prefix).flatMap((method) => [`*.${method}`, `${KERNEL}:${method}`]),
          model,
          ...(provider !== undefined && { provider }),
          library: 'semantic-kernel',
        }) as const,
    ),
  ],
};
