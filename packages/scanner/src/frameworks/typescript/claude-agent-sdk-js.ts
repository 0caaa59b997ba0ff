import { examineQuery } from '../../recognize/examine/claude-agent-sdk-js.ts';
import { CLAUDE_PERMISSION_MODES } from '../../recognize/shared/autonomy.ts';
import type { Framework } from '../../recognize/shared/framework.ts';

const MODULES = ['@anthropic-ai/claude-agent-sdk', '@anthropic-ai/claude-code'];

const symbols = (...names: string[]) => MODULES.flatMap((module) => names.map((name) => `${module}:${name}`));

/** Claude Agent SDK for TypeScript. */
export const claudeAgentSdkJs: Framework = {
  id: 'claude-agent-sdk',
  title: 'Claude Agent SDK (TypeScript)',
  language: 'typescript',
  documentation: 'https://docs.claude.com/en/api/agent-sdk/typescript',
  modules: MODULES,
  packages: MODULES,
  autonomy: [
    { argument: 'options.permissionMode', levels: CLAUDE_PERMISSION_MODES },
    { argument: 'options.canUseTool', passed: 'supervised' },
    { argument: 'permissionMode', levels: CLAUDE_PERMISSION_MODES },
    { argument: 'canUseTool', passed: 'supervised' },
  ],
  components: [
    {
      role: 'agent',
      symbols: symbols('query'),
      model: ['options.model'],
      provider: 'anthropic',
      instructions: ['options.systemPrompt'],
      examine: examineQuery,
    },
    {
      role: 'agent',
      symbols: symbols('unstable_v2_createSession', 'unstable_v2_prompt', 'unstable_v2_resumeSession'),
      model: ['model'],
      provider: 'anthropic',
    },
    {
      role: 'tool',
      symbols: symbols('tool'),
      name: ['@0'],
      description: ['@1'],
      schema: ['@2'],
      annotations: ['annotations'],
    },
    {
      role: 'mcpServer',
      symbols: symbols('createSdkMcpServer'),
      name: ['name'],
      version: ['version'],
      tools: ['tools'],
    },
  ],
};
