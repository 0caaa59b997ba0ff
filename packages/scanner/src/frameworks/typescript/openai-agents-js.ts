import { examineSession } from '../../recognize/examine/openai-agents-js.ts';
import type { Framework } from '../../recognize/shared/framework.ts';

const PACKAGES = [
  '@openai/agents',
  '@openai/agents-core',
  '@openai/agents-openai',
  '@openai/agents-realtime',
  '@openai/agents-extensions',
];

const symbols = (...names: string[]) => PACKAGES.flatMap((module) => names.map((name) => `${module}:${name}`));

const agent = {
  role: 'agent',
  name: ['name'],
  description: ['handoffDescription'],
  model: ['model'],
  provider: 'openai',
  tools: ['tools'],
  subAgents: ['handoffs'],
  mcpServers: ['mcpServers'],
  instructions: ['instructions'],
  guardrails: [
    { argument: 'inputGuardrails', direction: 'input' },
    { argument: 'outputGuardrails', direction: 'output' },
  ],
} as const;

/** OpenAI Agents SDK for JavaScript and TypeScript. */
export const openaiAgentsJs: Framework = {
  id: 'openai-agents',
  title: 'OpenAI Agents SDK (JavaScript)',
  language: 'typescript',
  documentation: 'https://openai.github.io/openai-agents-js/',
  modules: PACKAGES,
  packages: PACKAGES,
  components: [
    { ...agent, symbols: symbols('Agent', 'Agent.create', 'SandboxAgent') },
    { ...agent, symbols: symbols('Agent.clone', 'Agent.create.clone'), isCopy: true },
    {
      role: 'agent',
      symbols: symbols('RealtimeAgent'),
      name: ['name'],
      description: ['handoffDescription'],
      tools: ['tools'],
      subAgents: ['handoffs'],
      mcpServers: ['mcpServers'],
      instructions: ['instructions'],
    },
    { role: 'wrapper', symbols: symbols('handoff'), value: ['@0'] },
    { role: 'wrapper', symbols: symbols('toolNamespace'), value: ['tools'] },
    {
      role: 'wrapper',
      symbols: symbols('Agent.asTool', 'Agent.create.asTool', 'RealtimeAgent.asTool'),
      value: 'receiver',
    },
    {
      role: 'tool',
      symbols: symbols('tool'),
      name: ['name'],
      description: ['description'],
      schema: ['parameters'],
      approval: ['needsApproval'],
    },
    { role: 'tool', symbols: symbols('webSearchTool'), builtIn: 'web_search' },
    { role: 'tool', symbols: symbols('fileSearchTool'), builtIn: 'file_search' },
    { role: 'tool', symbols: symbols('codeInterpreterTool'), builtIn: 'code_interpreter' },
    { role: 'tool', symbols: symbols('imageGenerationTool'), builtIn: 'image_generation' },
    { role: 'tool', symbols: symbols('computerTool'), builtIn: 'computer_use' },
    { role: 'tool', symbols: symbols('shellTool'), builtIn: 'shell' },
    { role: 'tool', symbols: symbols('applyPatchTool'), builtIn: 'apply_patch' },
    { role: 'tool', symbols: symbols('toolSearchTool'), builtIn: 'tool_search' },
    { role: 'tool', symbols: symbols('programmaticToolCallingTool'), builtIn: 'programmatic_tool_calling' },
    { role: 'tool', symbols: symbols('codexTool'), builtIn: 'codex' },
    { role: 'mcpClient', symbols: symbols('hostedMcpTool'), name: ['serverLabel'] },
    { role: 'mcpClient', symbols: symbols('MCPServerStdio'), transport: 'stdio', name: ['name'] },
    { role: 'mcpClient', symbols: symbols('MCPServerSSE'), transport: 'sse', name: ['name'] },
    { role: 'mcpClient', symbols: symbols('MCPServerStreamableHttp'), transport: 'streamable-http', name: ['name'] },
    // An object that connects several servers.
    { role: 'wrapper', symbols: symbols('MCPServers', 'connectMcpServers', 'MCPServers.open'), value: ['@0'] },
    // The tools of servers, as a list.
    { role: 'wrapper', symbols: symbols('getAllMcpTools'), value: ['mcpServers@0'] },
    { role: 'wrapper', symbols: symbols('connectMcpServers.active', 'MCPServers.open.active'), value: 'receiver' },
    { role: 'wrapper', symbols: symbols('aisdk'), value: ['@0'] },
    {
      role: 'model',
      symbols: symbols(
        'OpenAIChatCompletionsModel',
        'OpenAIResponsesModel',
        'OpenAIResponsesWSModel',
        'OpenAIHostedMultiAgentModel',
      ),
      model: ['@1'],
      provider: 'openai',
      library: 'openai',
    },
    {
      role: 'model',
      symbols: symbols('RealtimeSession'),
      model: ['model'],
      provider: 'openai',
      library: 'openai',
      examine: examineSession,
    },
    { role: 'model', symbols: symbols('Runner'), model: ['model'], provider: 'openai', library: 'openai' },
  ],
};
