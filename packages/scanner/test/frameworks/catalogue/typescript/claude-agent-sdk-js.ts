import type { CatalogueCase } from '../find.ts';

export const CLAUDE_AGENT_SDK_JS_CASES: Readonly<Record<string, CatalogueCase>> = {
  'Claude Agent SDK for TypeScript': {
    sources: {
      'main.ts': `
import { createSdkMcpServer, query, tool, unstable_v2_createSession } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';

const greet = tool('greet', 'Greets.', { name: z.string() }, async () => ({ content: [] }));
const people = createSdkMcpServer({ name: 'people', version: '1.0.0', tools: [greet] });
export const review = () =>
  query({
    prompt: 'Review.',
    options: { model: 'opus', allowedTools: ['Read'], mcpServers: { people }, agents: { critic: { description: 'Reviews.', prompt: 'x', model: 'haiku' } } },
  });
export const session = unstable_v2_createSession({ model: 'claude-sonnet-4-5' });
`,
    },
    found: [
      'agent critic',
      'agent review',
      'agent session',
      'critic -models-> haiku',
      'mcp_server people (stdio)',
      'model claude-sonnet-4-5 (anthropic)',
      'model haiku (anthropic)',
      'model opus (anthropic)',
      'people -tools-> greet',
      'review -mcp_servers-> people',
      'review -models-> opus',
      'review -sub_agents-> critic',
      'review -tools-> Read',
      'session -models-> claude-sonnet-4-5',
      'tool Read',
      'tool greet',
    ],
  },
};
