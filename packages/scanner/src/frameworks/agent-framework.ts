import type { Framework } from './framework.ts';

const CLIENTS = [
  'OpenAIChatClient',
  'OpenAIResponsesClient',
  'OpenAIAssistantsClient',
  'AzureOpenAIChatClient',
  'AzureOpenAIResponsesClient',
  'AzureOpenAIAssistantsClient',
  'AzureAIAgentClient',
  'AzureAIClient',
  'AnthropicClient',
  'OllamaChatClient',
  'FoundryLocalClient',
  'BedrockChatClient',
  'FoundryChatClient',
];

/** Microsoft Agent Framework for Python. */
export const agentFramework: Framework = {
  id: 'agent-framework',
  title: 'Microsoft Agent Framework',
  language: 'python',
  documentation: 'https://learn.microsoft.com/agent-framework/',
  modules: ['agent_framework'],
  packages: ['agent-framework', 'agent-framework-core'],
  components: [
    {
      role: 'agent',
      symbols: [
        'agent_framework:ChatAgent',
        'agent_framework:Agent',
        'agent_framework:FoundryAgent',
        'agent_framework:RawAgent',
      ],
      name: ['name'],
      description: ['description'],
      model: ['chat_client@0', 'client@0'],
      tools: ['tools'],
      instructions: ['instructions'],
    },
    {
      role: 'agent',
      symbols: CLIENTS.flatMap((name) => [`agent_framework:${name}.create_agent`, `agent_framework:${name}.as_agent`]),
      name: ['name'],
      description: ['description'],
      tools: ['tools'],
      instructions: ['instructions'],
      examine: (recognizer, found, instance, entry) => {
        if (instance.receiver !== undefined && found.kind === 'agent') {
          recognizer.relateModels(found as Parameters<typeof recognizer.relateModels>[0], instance.receiver, entry);
        }
      },
    },
    {
      role: 'agent',
      symbols: [
        'agent_framework:ClaudeAgent',
        'agent_framework:GitHubCopilotAgent',
        'agent_framework:CopilotStudioAgent',
        'agent_framework:A2AAgent',
        'agent_framework:OpenAIAssistantProvider.create_agent',
        'agent_framework:AzureAIAgentsProvider.create_agent',
        'agent_framework:AzureAIProjectAgentProvider.create_agent',
      ],
      name: ['name'],
      description: ['description'],
      model: ['model', 'model_id'],
      tools: ['tools'],
      instructions: ['instructions'],
    },
    { role: 'agent', symbols: ['agent_framework:BaseAgent'], isBaseClass: true, name: ['name'] },
    {
      role: 'wrapper',
      symbols: [
        'agent_framework:ChatAgent.as_tool',
        'agent_framework:Agent.as_tool',
        ...CLIENTS.flatMap((name) => [
          `agent_framework:${name}.create_agent.as_tool`,
          `agent_framework:${name}.as_agent.as_tool`,
        ]),
      ],
      value: 'receiver',
    },
    {
      role: 'tool',
      symbols: [
        'agent_framework:ai_function',
        'agent_framework:tool',
        'agent_framework:AIFunction',
        'agent_framework:FunctionTool',
      ],
      name: ['name'],
      function: ['func@0', '@0'],
      description: ['description'],
      approval: ['approval_mode'],
    },
    {
      role: 'tool',
      symbols: [
        'agent_framework:HostedWebSearchTool',
        'agent_framework:OpenAIResponsesClient.get_web_search_tool',
        'agent_framework:OpenAIChatClient.get_web_search_tool',
      ],
      builtIn: 'web_search',
    },
    {
      role: 'tool',
      symbols: [
        'agent_framework:HostedCodeInterpreterTool',
        'agent_framework:OpenAIResponsesClient.get_code_interpreter_tool',
        'agent_framework:OpenAIChatClient.get_code_interpreter_tool',
      ],
      builtIn: 'code_interpreter',
    },
    {
      role: 'tool',
      symbols: ['agent_framework:HostedFileSearchTool', 'agent_framework:OpenAIResponsesClient.get_file_search_tool'],
      builtIn: 'file_search',
    },
    { role: 'tool', symbols: ['agent_framework:HostedImageGenerationTool'], builtIn: 'image_generation' },
    {
      role: 'mcpClient',
      symbols: ['agent_framework:MCPStdioTool'],
      transport: 'stdio',
      name: ['name@0'],
      approval: ['approval_mode'],
    },
    {
      role: 'mcpClient',
      symbols: ['agent_framework:MCPStreamableHTTPTool'],
      transport: 'streamable-http',
      name: ['name@0'],
      approval: ['approval_mode'],
    },
    {
      role: 'mcpClient',
      symbols: ['agent_framework:HostedMCPTool', ...CLIENTS.map((name) => `agent_framework:${name}.get_mcp_tool`)],
      transport: 'streamable-http',
      name: ['name@0'],
      approval: ['approval_mode'],
    },
    {
      role: 'model',
      symbols: CLIENTS.map((name) => `agent_framework:${name}`),
      model: ['model_id', 'model', 'deployment_name', 'model_deployment_name'],
      library: 'agent-framework',
    },
  ],
};
