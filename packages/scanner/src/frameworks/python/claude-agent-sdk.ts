import { examineClaudeOptions } from '../../recognize/examine/claude-options.ts';
import { CLAUDE_PERMISSION_MODES } from '../../recognize/shared/autonomy.ts';
import type { Framework } from '../../recognize/shared/framework.ts';

/** Claude Agent SDK for Python. */
export const claudeAgentSdk: Framework = {
  id: 'claude-agent-sdk',
  title: 'Claude Agent SDK',
  language: 'python',
  documentation: 'https://docs.claude.com/en/api/agent-sdk/python',
  modules: ['claude_agent_sdk', 'claude_code_sdk'],
  packages: ['claude-agent-sdk', 'claude-code-sdk'],
  autonomy: [
    { argument: 'options.permission_mode@0', levels: CLAUDE_PERMISSION_MODES },
    { argument: 'options.can_use_tool@0', passed: 'supervised' },
    { argument: 'permissionMode', levels: CLAUDE_PERMISSION_MODES },
  ],
  components: [
    {
      role: 'agent',
      symbols: ['claude_agent_sdk:AgentDefinition', 'claude_code_sdk:AgentDefinition'],
      description: ['description@0'],
      model: ['model'],
      instructions: ['prompt@1'],
      examine: examineClaudeOptions,
    },
    {
      role: 'agent',
      symbols: [
        'claude_agent_sdk:ClaudeSDKClient',
        'claude_agent_sdk:query',
        'claude_code_sdk:ClaudeSDKClient',
        'claude_code_sdk:query',
      ],
      model: ['options.model@0', 'options.fallback_model@0'],
      instructions: ['options.system_prompt@0'],
      subAgents: ['options.agents@0'],
      examine: examineClaudeOptions,
    },
    {
      role: 'tool',
      symbols: ['claude_agent_sdk:tool', 'claude_code_sdk:tool'],
      name: ['name@0'],
      description: ['description@1'],
      function: ['@9'],
      annotations: ['annotations@3'],
    },
    {
      role: 'mcpServer',
      symbols: ['claude_agent_sdk:create_sdk_mcp_server', 'claude_code_sdk:create_sdk_mcp_server'],
      name: ['name@0'],
      version: ['version@1'],
      tools: ['tools@2'],
    },
  ],
};
