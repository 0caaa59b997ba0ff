import type { Framework } from '../../recognize/shared/framework.ts';

const MODULES = ['azure.ai.agents', 'azure.ai.projects'];
const symbols = (...names: string[]) => MODULES.flatMap((module) => names.map((name) => `${module}:${name}`));

/** Tools that the service offers. They have the names of their classes. */
const TOOLS = [
  'AzureAISearchTool',
  'BingCustomSearchTool',
  'BingGroundingTool',
  'BrowserAutomationTool',
  'CodeInterpreterTool',
  'ComputerUseTool',
  'ConnectedAgentTool',
  'DeepResearchTool',
  'FabricTool',
  'FileSearchTool',
  'SharepointTool',
];

/** The agent service of Azure AI Foundry, for Python. */
export const azureAiAgents: Framework = {
  id: 'azure-ai-agents',
  title: 'Azure AI Agents',
  language: 'python',
  documentation: 'https://learn.microsoft.com/python/api/overview/azure/ai-agents-readme',
  modules: MODULES,
  packages: ['azure-ai-agents', 'azure-ai-projects'],
  components: [
    {
      role: 'agent',
      symbols: symbols(
        'AgentsClient.create_agent',
        'AIProjectClient.agents.create_agent',
        'AIProjectClient.from_connection_string.agents.create_agent',
      ),
      name: ['name'],
      description: ['description'],
      model: ['model'],
      tools: ['tools', 'toolset'],
      instructions: ['instructions'],
    },
    ...TOOLS.map((name) => ({ role: 'tool', symbols: symbols(name), builtIn: name }) as const),
    { role: 'tool', symbols: symbols('OpenApiTool'), name: ['name'], requiresName: true, description: ['description'] },
    { role: 'wrapper', symbols: symbols('FunctionTool', 'AsyncFunctionTool'), value: ['functions@0'] },
    {
      role: 'mcpClient',
      symbols: symbols('McpTool', 'MCPTool'),
      transport: 'streamable-http',
      name: ['server_label'],
    },
  ],
};
