import type { Found } from '../../graph/graph.ts';
import { examineClaudeOptions, relateNamedTools } from '../../recognize/examine/claude-options.ts';
import { addLiteralAgent } from '../../recognize/examine/literal-agents.ts';
import { CLAUDE_PERMISSION_MODES } from '../../recognize/shared/autonomy.ts';
import type { Examine, Framework } from '../../recognize/shared/framework.ts';
import { optionsOf } from '../../resolve/values.ts';

const MODULES = ['@anthropic-ai/claude-agent-sdk', '@anthropic-ai/claude-code'];
const symbols = (...names: string[]) => MODULES.flatMap((module) => names.map((name) => `${module}:${name}`));

/** Adds the sub-agents that options define as objects by name. */
const examineQuery: Examine = (recognizer, found, instance, entry) => {
  examineClaudeOptions(recognizer, found, instance, entry);
  if (found.kind !== 'agent' || instance.place === undefined) return;
  for (const agents of optionsOf(recognizer.select(instance, ['options.agents']) ?? { kind: 'unknown', reason: '' })) {
    if (agents.kind !== 'dictionary') continue;
    for (const { key, value, span } of agents.entries) {
      if (key.startsWith('?')) continue;
      const place = { file: agents.file, span: span ?? agents.span, value };
      addLiteralAgent(recognizer, found as Found<'agent'>, key, place, entry, (agent, tools) =>
        relateNamedTools(recognizer, agent, tools),
      );
    }
  }
};

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
