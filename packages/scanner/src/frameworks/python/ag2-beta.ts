import type { Component } from '../../recognize/shared/framework.ts';

/** Settings of models by the name of their class, with the provider. */
const MODELS = {
  OpenAIConfig: 'openai',
  OpenAIResponsesConfig: 'openai',
  AnthropicConfig: 'anthropic',
  GeminiConfig: 'google',
  VertexAIConfig: 'google-vertex',
  OllamaConfig: 'ollama',
  DashScopeConfig: 'alibaba',
} as const;

/** The second generation of AG2, in `autogen.beta`. */
export const ag2Beta: readonly Component[] = [
  {
    role: 'agent',
    symbols: ['autogen.beta:Agent'],
    name: ['name@0'],
    model: ['config'],
    tools: ['tools'],
    instructions: ['prompt@1'],
  },
  {
    role: 'tool',
    symbols: ['autogen.beta:tool', 'autogen.beta:Agent.tool'],
    name: ['name'],
    function: ['@0'],
    description: ['description'],
  },
  { role: 'wrapper', symbols: ['autogen.beta:Agent.as_tool'], value: 'receiver' },
  { role: 'wrapper', symbols: ['autogen.beta:subagent_tool'], value: ['@0'] },
  { role: 'wrapper', symbols: ['autogen.beta:MCPToolkit'], value: ['@0'] },
  { role: 'mcpClient', symbols: ['autogen.beta:MCPStdioServerConfig'], transport: 'stdio', name: ['server_label'] },
  {
    role: 'mcpClient',
    symbols: ['autogen.beta:MCPServerConfig', 'autogen.beta:MCPServerTool'],
    transport: 'streamable-http',
    name: ['server_label'],
  },
  ...['WebSearchTool', 'WebFetchTool'].map(
    (name): Component => ({
      role: 'tool',
      symbols: [`autogen.beta:${name}`],
      builtIn: name,
    }),
  ),
  ...Object.entries(MODELS).map(
    ([name, provider]): Component => ({
      role: 'model',
      symbols: [`autogen.beta:${name}`],
      model: ['model@0'],
      provider,
      library: 'ag2',
    }),
  ),
];
