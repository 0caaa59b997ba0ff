import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

describe('the Claude Agent SDK for TypeScript', () => {
  it('yields queries with their sub-agents, allowed tools and servers', async () => {
    const { names, relations } = await scanSources({
      'desk.ts': `
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
const sum = tool('sum', 'Adds.', { a: z.number() }, async () => ({ content: [] }));
const local = createSdkMcpServer({ name: 'local', version: '1.0.0', tools: [sum] });
export async function review() {
  for await (const message of query({
    prompt: 'x',
    options: {
      model: 'claude-sonnet-4-5',
      allowedTools: ['Read', 'Bash(git:*)', 'mcp__local__sum'],
      mcpServers: { local, remote: { type: 'http', url: 'https://mcp.example.com/mcp' } },
      agents: { critic: { description: 'Criticizes.', prompt: 'y', model: 'haiku' } },
    },
  })) {
    console.log(message);
  }
}
`,
    });
    expect(names('agent')).toEqual(['critic', 'review']);
    expect(relations()).toEqual([
      'critic -models-> haiku',
      'local -tools-> sum',
      'review -mcp_servers-> local',
      'review -mcp_servers-> remote',
      'review -models-> claude-sonnet-4-5',
      'review -sub_agents-> critic',
      'review -tools-> Bash',
      'review -tools-> Read',
    ]);
  });
});

describe('LlamaIndex for TypeScript', () => {
  it('yields agents with models, tools and hand-offs', async () => {
    const { relations } = await scanSources({
      'desk.ts': `
import { openai } from '@llamaindex/openai';
import { mcp, wiki } from '@llamaindex/tools';
import { agent, multiAgent, tool } from 'llamaindex';
import { z } from 'zod';
const add = tool({ name: 'add', description: 'Adds.', parameters: z.object({ a: z.number() }), execute: ({ a }) => a });
const files = mcp({ command: 'npx', args: ['files-mcp'], verbose: true });
const math = agent({ name: 'Math', tools: [add, wiki(), ...(await files.tools())], llm: openai({ model: 'gpt-4o-mini' }) });
const front = agent({ name: 'Front', tools: [], canHandoffTo: [math] });
export const all = multiAgent({ agents: [front, math], rootAgent: front });
`,
    });
    expect(relations()).toEqual([
      'Front -sub_agents-> Math',
      'Math -mcp_servers-> files',
      'Math -models-> gpt-4o-mini',
      'Math -tools-> add',
      'Math -tools-> wiki',
    ]);
  });
});

describe('Google ADK for TypeScript', () => {
  it('yields agents with sub-agents, tools and MCP servers', async () => {
    const { relations } = await scanSources({
      'desk.ts': `
import { AgentTool, FunctionTool, GOOGLE_SEARCH, LlmAgent, MCPToolset, SequentialAgent } from '@google/adk';
const add = new FunctionTool({ name: 'add', description: 'Adds.', execute: () => 1 });
const helper = new LlmAgent({ name: 'helper', model: 'gemini-2.5-flash', tools: [GOOGLE_SEARCH] });
const files = new MCPToolset({ type: 'StdioConnectionParams', serverParams: { command: 'npx', args: ['files-mcp'] } });
const desk = new LlmAgent({ name: 'desk', tools: [add, new AgentTool({ agent: helper }), files] });
export const rootAgent = new SequentialAgent({ name: 'steps', subAgents: [desk] });
`,
    });
    expect(relations()).toEqual([
      'desk -mcp_servers-> files',
      'desk -sub_agents-> helper',
      'desk -tools-> add',
      'helper -models-> gemini-2.5-flash',
      'helper -tools-> google_search',
      'steps -sub_agents-> desk',
    ]);
  });
});

describe('SDKs of model providers for JavaScript', () => {
  it('yield the models that calls select', async () => {
    const { names } = await scanSources({
      'a.ts': `
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI, { AzureOpenAI } from 'openai';
const client = new OpenAI();
await client.chat.completions.create({ model: 'gpt-4.1', messages: [] });
await new AzureOpenAI().responses.create({ model: 'gpt-4o', input: '' });
await new Anthropic().messages.create({ model: 'claude-haiku-4-5', messages: [] });
await new GoogleGenAI({}).models.generateContent({ model: 'gemini-2.5-flash', contents: '' });
`,
      'b.ts': `import OpenAI from './openai';\nawait new OpenAI().chat.completions.create({ model: 'own' }); // 'openai'\n`,
      'openai.ts': `export default class OpenAI {}\n`,
    });
    expect(names('model')).toEqual(['claude-haiku-4-5', 'gemini-2.5-flash', 'gpt-4.1', 'gpt-4o']);
    expect(names('agent')).toEqual([]);
  });
});
