import { relateClient } from '../../recognize/examine/agent-framework.ts';
import type { Framework } from '../../recognize/shared/framework.ts';

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
      symbols: ['agent_framework:*Client.create_agent', 'agent_framework:*Client.as_agent'],
      name: ['name'],
      description: ['description'],
      tools: ['tools'],
      instructions: ['instructions'],
      examine: relateClient,
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
      role: 'mcpServer',
      symbols: ['ChatAgent', 'Agent', '*Client.create_agent', '*Client.as_agent'].map(
        (agent) => `agent_framework:${agent}.as_mcp_server`,
      ),
      name: ['server_name'],
      version: ['version'],
    },
    {
      role: 'wrapper',
      symbols: [
        'agent_framework:ChatAgent.as_tool',
        'agent_framework:Agent.as_tool',
        'agent_framework:*Client.create_agent.as_tool',
        'agent_framework:*Client.as_agent.as_tool',
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
      symbols: ['agent_framework:HostedWebSearchTool', 'agent_framework:*Client.get_web_search_tool'],
      builtIn: 'web_search',
    },
    {
      role: 'tool',
      symbols: ['agent_framework:HostedCodeInterpreterTool', 'agent_framework:*Client.get_code_interpreter_tool'],
      builtIn: 'code_interpreter',
    },
    {
      role: 'tool',
      symbols: ['agent_framework:HostedFileSearchTool', 'agent_framework:*Client.get_file_search_tool'],
      builtIn: 'file_search',
    },
    {
      role: 'tool',
      symbols: ['agent_framework:HostedImageGenerationTool', 'agent_framework:*Client.get_image_generation_tool'],
      builtIn: 'image_generation',
    },
    { role: 'tool', symbols: ['agent_framework:*Client.get_shell_tool'], builtIn: 'shell' },
    {
      role: 'tool',
      symbols: ['agent_framework:FunctionTool.from_dict'],
      name: ['.name@0'],
      requiresName: true,
      description: ['.description@0'],
    },
    {
      role: 'registration',
      symbols: ['ChatAgent', 'Agent', '*Client.create_agent', '*Client.as_agent'].flatMap((agent) =>
        ['run', 'run_stream'].map((method) => `agent_framework:${agent}.${method}`),
      ),
      tools: ['tools'],
    },
    {
      role: 'handoff',
      symbols: ['', '.participants', '.with_start_agent', '.participants.with_start_agent'].map(
        (before) => `agent_framework:HandoffBuilder${before}.add_handoff`,
      ),
      from: ['source@0'],
      to: ['targets@1'],
    },
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
      symbols: ['agent_framework:HostedMCPTool', 'agent_framework:*Client.get_mcp_tool'],
      transport: 'streamable-http',
      name: ['name@0'],
      approval: ['approval_mode'],
    },
    {
      role: 'model',
      symbols: ['agent_framework:*Client'],
      model: ['model_id', 'model', 'deployment_name', 'model_deployment_name'],
      library: 'agent-framework',
    },
  ],
};
