import type { Found } from '../../graph/graph.ts';
import type { Examine, Framework, Recognizer } from '../../recognize/shared/framework.ts';
import { rootOf } from '../../recognize/shared/usage.ts';
import { creationId, type InstanceValue, optionsOf, type Value } from '../../resolve/values.ts';

const KERNEL = 'Microsoft.SemanticKernel';
const AGENTS = `${KERNEL}.Agents`;
const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

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

/** Relates an agent to the models and plugins of its kernel. */
const examineKernel: Examine = (recognizer, found, instance, entry) => {
  const agent = found as Found<'agent'>;
  for (const kernel of optionsOf(recognizer.select(instance, ['Kernel', 'kernel']) ?? NOTHING)) {
    if (kernel.kind !== 'instance') continue;
    recognizer.relateModels(agent, kernel, entry);
    for (const call of callsOn(recognizer, kernel)) {
      const method = call.symbols[0] ?? '';
      if (recognizer.entryOf(call)?.component.role === 'model') recognizer.relateModels(agent, call, entry);
      const plugin = Object.hasOwn(PLUGINS, method) ? recognizer.select(call, PLUGINS[method]) : undefined;
      if (plugin !== undefined) recognizer.relateTools(agent, plugin);
    }
  }
};

/** The calls of methods that give a kernel, or the builder that creates it, something. */
function callsOn({ evaluator }: Recognizer, kernel: InstanceValue): readonly InstanceValue[] {
  const own = new Set([creationId(kernel), creationId(rootOf(kernel))]);
  const names = [...Object.keys(PLUGINS), ...Object.keys(MODELS).flatMap(methodsOf)];
  return names.flatMap((method) =>
    (evaluator.project.callsByName.get(method) ?? []).flatMap(({ file, call, context }): readonly InstanceValue[] => {
      const place = { file, ...context };
      if (call.callee.kind !== 'member' || !evaluator.project.areConnected(file, kernel.place?.file ?? '')) return [];
      const isOwn = optionsOf(evaluator.evaluate(call.callee.object, place)).some((option) => {
        const object = option.kind === 'method' ? option.receiver : option;
        return object.kind === 'instance' && (own.has(creationId(object)) || own.has(creationId(rootOf(object))));
      });
      const isPlugin = Object.hasOwn(PLUGINS, method);
      return isOwn ? [{ kind: 'instance', symbols: [isPlugin ? method : `${KERNEL}:${method}`], call, place }] : [];
    }),
  );
}

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
      examine: examineKernel,
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
