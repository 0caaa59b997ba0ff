import { examineKernel } from '../../recognize/examine/kernel-contents.ts';
import type { Framework } from '../../recognize/shared/framework.ts';

/** Semantic Kernel for Python. */
export const semanticKernel: Framework = {
  id: 'semantic-kernel',
  title: 'Semantic Kernel',
  language: 'python',
  documentation: 'https://learn.microsoft.com/semantic-kernel/frameworks/agent/',
  modules: ['semantic_kernel'],
  packages: ['semantic-kernel'],
  components: [
    {
      role: 'agent',
      symbols: [
        'semantic_kernel:ChatCompletionAgent',
        'semantic_kernel:OpenAIAssistantAgent',
        'semantic_kernel:AzureAssistantAgent',
        'semantic_kernel:AzureAIAgent',
        'semantic_kernel:OpenAIResponsesAgent',
        'semantic_kernel:AzureResponsesAgent',
        'semantic_kernel:BedrockAgent',
        'semantic_kernel:CopilotStudioAgent',
      ],
      name: ['name'],
      description: ['description'],
      model: ['service', 'definition.model'],
      tools: ['plugins', 'tools', 'definition.tools'],
      instructions: ['instructions'],
      examine: examineKernel,
    },
    {
      role: 'agent',
      symbols: ['semantic_kernel:AgentRegistry.create_from_yaml'],
      definition: ['yaml_str@0'],
      model: ['service'],
      tools: ['plugins'],
    },
    {
      role: 'handoff',
      symbols: ['add', 'add_many'].map((name) => `semantic_kernel:OrchestrationHandoffs.${name}`),
      from: ['source_agent@0'],
      to: ['target_agents@1', 'target_agent@1'],
    },
    ...Object.entries({
      code_interpreter: 'configure_code_interpreter_tool',
      file_search: 'configure_file_search_tool',
      web_search: 'configure_web_search_tool',
    }).map(
      ([name, method]) => ({ role: 'tool', symbols: [`semantic_kernel:*Agent.${method}`], builtIn: name }) as const,
    ),
    {
      role: 'model',
      symbols: [
        'semantic_kernel:*Agent.create_client.agents.create_agent',
        'semantic_kernel:*Agent.create_client.beta.assistants.create',
      ],
      model: ['model'],
    },
    {
      role: 'tool',
      symbols: ['semantic_kernel:kernel_function', 'semantic_kernel:sk_function'],
      exceptIn: ['KernelProcessStep'],
      name: ['name'],
      function: ['@0'],
      description: ['description'],
    },
    {
      role: 'model',
      symbols: ['semantic_kernel:OpenAIChatCompletion', 'semantic_kernel:OpenAITextEmbedding'],
      model: ['ai_model_id@0'],
      provider: 'openai',
      library: 'semantic-kernel',
    },
    {
      role: 'model',
      symbols: ['semantic_kernel:AzureChatCompletion', 'semantic_kernel:AzureTextEmbedding'],
      model: ['deployment_name'],
      provider: 'azure',
      library: 'semantic-kernel',
    },
    {
      role: 'model',
      symbols: [
        'semantic_kernel:AnthropicChatCompletion',
        'semantic_kernel:GoogleAIChatCompletion',
        'semantic_kernel:MistralAIChatCompletion',
        'semantic_kernel:OllamaChatCompletion',
        'semantic_kernel:BedrockChatCompletion',
        'semantic_kernel:VertexAIChatCompletion',
      ],
      model: ['ai_model_id', 'gemini_model_id', 'model_id'],
      library: 'semantic-kernel',
    },
    { role: 'mcpClient', symbols: ['semantic_kernel:MCPStdioPlugin'], transport: 'stdio', name: ['name@0'] },
    { role: 'mcpClient', symbols: ['semantic_kernel:MCPSsePlugin'], transport: 'sse', name: ['name@0'] },
    {
      role: 'mcpClient',
      symbols: ['semantic_kernel:MCPStreamableHttpPlugin'],
      transport: 'streamable-http',
      name: ['name@0'],
    },
    {
      role: 'mcpServer',
      symbols: ['semantic_kernel:create_mcp_server_from_functions'],
      name: ['server_name'],
      version: ['version'],
      tools: ['functions@0'],
    },
    {
      role: 'mcpServer',
      symbols: ['semantic_kernel:create_mcp_server_from_kernel', 'semantic_kernel:Kernel.as_mcp_server'],
      name: ['server_name'],
      version: ['version'],
    },
    {
      role: 'mcpServer',
      symbols: ['semantic_kernel:*Agent.as_mcp_server'],
      name: ['server_name', 'name'],
      version: ['version'],
      // Without its own name, it has the name of the agent.
      settings: (recognizer, instance) =>
        recognizer.select(instance, ['server_name']) === undefined ? instance.receiver : instance,
    },
    { role: 'tool', symbols: ['semantic_kernel:SessionsPythonTool'], builtIn: 'SessionsPythonTool' },
  ],
};
