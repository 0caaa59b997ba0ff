import type { Framework } from '../../recognize/shared/framework.ts';

const WORKFLOWS = ['SequentialAgent', 'ParallelAgent', 'LoopAgent'];

/** Functions of Temporal, whose extensions for several frameworks run tools as activities. */
const TEMPORAL_TOOLS = ['activity_as_tool', 'activity_tool'].map((name) => `temporalio:${name}`);

/** Agent Development Kit of Google for Python. */
export const googleAdk: Framework = {
  id: 'google-adk',
  title: 'Google ADK',
  language: 'python',
  documentation: 'https://google.github.io/adk-docs/',
  modules: ['google.adk', 'google'],
  packages: ['google-adk'],
  components: [
    { role: 'approval', symbols: ['google.adk.tools:ToolContext.request_confirmation'] },
    {
      role: 'agent',
      symbols: ['google.adk.agents:LlmAgent', 'google.adk.agents:Agent', 'google.adk:Agent'],
      name: ['name'],
      description: ['description'],
      model: ['model'],
      provider: 'google',
      tools: ['tools'],
      subAgents: ['sub_agents'],
      instructions: ['instruction'],
      guardrails: [
        { argument: 'before_model_callback', direction: 'input' },
        { argument: 'after_model_callback', direction: 'output' },
      ],
    },
    {
      role: 'agent',
      symbols: WORKFLOWS.map((name) => `google.adk.agents:${name}`),
      name: ['name'],
      description: ['description'],
      subAgents: ['sub_agents'],
    },
    {
      role: 'agent',
      symbols: ['google.adk.agents:RemoteA2aAgent', 'google.adk.agents:LangGraphAgent'],
      name: ['name'],
      description: ['description'],
    },
    {
      role: 'agent',
      symbols: ['google.adk.agents:BaseAgent'],
      name: ['name'],
      description: ['description'],
      subAgents: ['sub_agents'],
    },
    { role: 'wrapper', symbols: ['google.adk.tools:AgentTool'], value: ['agent@0'] },
    {
      role: 'tool',
      symbols: ['google.adk.tools:FunctionTool', 'google.adk.tools:LongRunningFunctionTool'],
      function: ['func@0'],
      approval: ['require_confirmation'],
    },
    {
      role: 'wrapper',
      symbols: [
        'google.adk.tools:LangchainTool',
        'google.adk.tools:CrewaiTool',
        'google.adk:LangchainTool',
        'google.adk:CrewaiTool',
      ],
      value: ['tool@0'],
    },
    ...[
      'google_search',
      'built_in_code_execution',
      'load_artifacts',
      'load_memory',
      'preload_memory',
      'exit_loop',
      'transfer_to_agent',
      'get_user_choice',
      'url_context',
      'enterprise_web_search',
      'google_maps_grounding',
    ].map(
      (name) =>
        ({
          role: 'tool',
          symbols: [`google.adk.tools:${name}`, `google.adk.tools:${name}_tool`],
          builtIn: name,
        }) as const,
    ),
    { role: 'tool', symbols: ['google.adk.tools:GoogleSearchTool'], builtIn: 'google_search' },
    {
      role: 'tool',
      symbols: ['google.adk.tools:BaseTool', 'google.adk.tools:BaseToolset'],
      isBaseClass: true,
      name: ['name'],
    },
    {
      role: 'mcpClient',
      symbols: [
        'google.adk.tools:MCPToolset',
        'google.adk.tools:McpToolset',
        'google.adk.tools:MCPToolset.from_server',
      ],
      settings: ['connection_params@0'],
    },
    { role: 'tool', symbols: ['google.adk.tools:*'] },
    { role: 'tool', symbols: TEMPORAL_TOOLS, name: ['name'], function: ['@0'] },
    { role: 'model', symbols: ['temporalio:TemporalModel'], model: ['model@0'], library: 'temporalio' },
    { role: 'model', symbols: ['google.adk.models:LiteLlm'], model: ['model@0'], library: 'litellm' },
    {
      role: 'model',
      symbols: ['google.adk.models:Gemini', 'google.adk.models:Claude'],
      model: ['model'],
      library: 'google-adk',
    },
  ],
};
