import { examineDefinition, examineReceiver } from '../../recognize/examine/agent-framework-csharp.ts';
import type { Framework } from '../../recognize/shared/framework.ts';

const AGENTS = 'Microsoft.Agents.AI';

const EXTENSIONS = 'Microsoft.Extensions.AI';

/** Agents that a client of models creates: the model comes first. */
const CLIENTS = [
  'Azure.AI.Projects:AIProjectClient.AsAIAgent',
  'Azure.AI.Projects:AIProjectClient.CreateAIAgent',
  'Azure.AI.Projects:AIProjectClient.CreateAIAgentAsync',
  'Anthropic:AnthropicClient.AsAIAgent',
  'Anthropic:AnthropicClient.CreateAIAgent',
  'Azure.AI.Agents.Persistent:PersistentAgentsClient.CreateAIAgentAsync',
];

const FIELDS = {
  description: ['description', '.Description@0', '.Description@1'],
  tools: ['tools', '.ChatOptions.Tools@0', '.ChatOptions.Tools@1'],
  instructions: ['instructions', '.ChatOptions.Instructions@0', '.Instructions@0', '.ChatOptions.Instructions@1'],
};

/** Microsoft Agent Framework for .NET, with the clients of Microsoft.Extensions.AI. Its methods extend objects of any library. */
export const agentFrameworkCsharp: Framework = {
  id: 'agent-framework',
  title: 'Microsoft Agent Framework (C#)',
  language: 'csharp',
  documentation: 'https://learn.microsoft.com/agent-framework/',
  modules: [AGENTS, EXTENSIONS],
  packages: [AGENTS, 'Microsoft.Agents.AI.Abstractions'],
  components: [
    {
      role: 'agent',
      symbols: [`${AGENTS}:ChatClientAgent`],
      name: ['name@2', '.Name@1'],
      model: ['chatClient@0', '.ChatOptions.ModelId@1'],
      ...FIELDS,
      tools: [...FIELDS.tools, '@4'],
    },
    {
      role: 'agent',
      symbols: CLIENTS,
      name: ['name@2', '.Name@0', '.Name@1'],
      model: ['model@0', '.ChatOptions.ModelId@0', '.ChatOptions.ModelId@1'],
      is: ['@0'],
      ...FIELDS,
    },
    {
      role: 'agent',
      symbols: ['*.GetChatClient.AsAIAgent', '*.GetChatClient.CreateAIAgent', '*.AsIChatClient.AsAIAgent'],
      name: ['name@1', '.Name@0'],
      ...FIELDS,
      examine: examineReceiver,
    },
    {
      role: 'agent',
      symbols: ['*.GetResponsesClient.AsAIAgent', '*.GetOpenAIResponseClient.CreateAIAgent'],
      name: ['name@2', '.Name@0'],
      model: ['model@0', '@1', '.ChatOptions.ModelId@0'],
      ...FIELDS,
      examine: examineReceiver,
    },
    {
      role: 'agent',
      symbols: ['*.AsAIAgent', '*.CreateAIAgent', '*.CreateAIAgentAsync', '*.BuildAIAgent'],
      name: ['name', '.Name@0'],
      model: ['model', '.ChatOptions.ModelId@0'],
      ...FIELDS,
      examine: examineReceiver,
    },
    { role: 'agent', symbols: ['*.AddAIAgent'], name: ['name@0'], instructions: ['instructions@1'], is: ['@0'] },
    {
      role: 'agent',
      symbols: ['*.CreateAgentVersionAsync', '*.CreateAgentVersion'],
      name: ['agentName@0'],
      examine: examineDefinition,
    },
    // A workflow isn't an agent, but means the agents in it.
    {
      role: 'wrapper',
      symbols: [
        'AgentWorkflowBuilder.BuildSequential',
        'AgentWorkflowBuilder.BuildConcurrent',
        'WorkflowBuilder.Build',
      ].map((workflow) => `${AGENTS}.Workflows:${workflow}.AsAIAgent`),
      value: [],
    },
    { role: 'wrapper', symbols: ['*.AsAIFunction'], value: 'receiver' },
    {
      role: 'tool',
      symbols: [`${EXTENSIONS}:AIFunctionFactory.Create`],
      name: ['name@1', '.Name@1'],
      function: ['@0'],
      description: ['description@2', '.Description@1'],
      nameOfFunction: (name) => name,
    },
    {
      role: 'wrapper',
      symbols: [`${EXTENSIONS}:ApprovalRequiredAIFunction`, `${AGENTS}:ApprovalRequiredAIFunction`],
      value: ['@0'],
    },
    { role: 'tool', symbols: [`${EXTENSIONS}:HostedWebSearchTool`], builtIn: 'web_search' },
    { role: 'tool', symbols: [`${EXTENSIONS}:HostedCodeInterpreterTool`], builtIn: 'code_interpreter' },
    { role: 'tool', symbols: [`${EXTENSIONS}:HostedFileSearchTool`], builtIn: 'file_search' },
    { role: 'tool', symbols: [`${EXTENSIONS}:HostedImageGenerationTool`], builtIn: 'image_generation' },
    {
      role: 'mcpClient',
      symbols: [`${EXTENSIONS}:HostedMcpServerTool`],
      transport: 'streamable-http',
      name: ['serverName@0'],
      settings: ['serverAddress@1'],
    },
    {
      role: 'mcpClient',
      symbols: ['OpenAI.Responses:ResponseTool.CreateMcpTool'],
      transport: 'streamable-http',
      name: ['serverLabel@0'],
      settings: ['serverUri@1'],
    },
    { role: 'tool', symbols: ['OpenAI.Responses:ResponseTool.CreateWebSearchTool'], builtIn: 'web_search' },
    { role: 'tool', symbols: ['OpenAI.Responses:ResponseTool.CreateFileSearchTool'], builtIn: 'file_search' },
    { role: 'tool', symbols: ['OpenAI.Responses:ResponseTool.CreateCodeInterpreterTool'], builtIn: 'code_interpreter' },
    { role: 'model', symbols: ['*.GetChatClient'], model: ['@0'] },
    { role: 'model', symbols: ['*.GetResponsesClient', '*.GetOpenAIResponseClient'], model: ['@0'] },
    { role: 'model', symbols: ['OpenAI:ChatClient', 'OpenAI.Chat:ChatClient'], model: ['model@0'], provider: 'openai' },
    { role: 'model', symbols: ['OllamaSharp:OllamaApiClient'], model: ['@1'], deployment: 'self_hosted' },
  ],
};
