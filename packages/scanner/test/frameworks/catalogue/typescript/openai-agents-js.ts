import type { CatalogueCase } from '../find.ts';

export const OPENAI_AGENTS_JS_CASES: Readonly<Record<string, CatalogueCase>> = {
  'OpenAI Agents SDK for JavaScript': {
    sources: {
      'desk.ts': `
import {
  Agent, MCPServerSSE, MCPServerStdio, MCPServerStreamableHttp, OpenAIChatCompletionsModel, Runner, applyPatchTool,
  codeInterpreterTool, computerTool, connectMcpServers, fileSearchTool, handoff, hostedMcpTool, imageGenerationTool, shellTool, tool,
  webSearchTool,
} from '@openai/agents';
import { RealtimeAgent } from '@openai/agents/realtime';
import { aisdk } from '@openai/agents-extensions';
import { anthropic } from '@ai-sdk/anthropic';
import { z } from 'zod';

const lookUp = tool({ name: 'look_up', description: 'Looks up.', parameters: z.object({ order: z.string() }), execute: async () => '' });
const billing = new Agent({ name: 'Billing', model: new OpenAIChatCompletionsModel(client, 'gpt-4o') });
const claims = new Agent({ name: 'Claims', model: aisdk(anthropic('claude-sonnet-4-5')) });
const legal = new Agent({ name: 'Legal', tools: [shellTool({}), applyPatchTool({})] });
const files = new MCPServerStdio({ name: 'Files', fullCommand: 'npx -y files-mcp' });
const desk = new Agent({
  name: 'Desk',
  handoffs: [billing, handoff(claims)],
  mcpServers: [files, new MCPServerSSE({ name: 'Events', url: 'https://events.example.com/sse' })],
  tools: [
    lookUp, webSearchTool(), fileSearchTool('id'), codeInterpreterTool(), imageGenerationTool(), computerTool({}),
    legal.asTool({ toolName: 'ask' }), hostedMcpTool({ serverLabel: 'wiki', serverUrl: 'https://wiki.example.com/mcp' }),
  ],
});
const pirate = billing.clone({ name: 'Pirate', tools: [lookUp] });
const voice = new RealtimeAgent({ name: 'Voice', tools: [lookUp] });
const runner = new Runner({ model: 'm-runner' });
const search = new MCPServerStreamableHttp({ name: 'Search', url: 'https://search.example.com/mcp' });
const connected = await connectMcpServers([search]);
const first = new Agent({ name: 'First', mcpServers: connected.active });
const second = new Agent({ name: 'Second', mcpServers: await connectMcpServers([files]) });
`,
    },
    found: [
      'Billing -models-> gpt-4o',
      'Claims -models-> claude-sonnet-4-5',
      'Desk -mcp_servers-> Events',
      'Desk -mcp_servers-> Files',
      'Desk -mcp_servers-> wiki',
      'Desk -sub_agents-> Billing',
      'Desk -sub_agents-> Claims',
      'Desk -sub_agents-> Legal',
      'Desk -tools-> code_interpreter',
      'Desk -tools-> computer_use',
      'Desk -tools-> file_search',
      'Desk -tools-> image_generation',
      'Desk -tools-> look_up',
      'Desk -tools-> web_search',
      'First -mcp_servers-> Search',
      'Legal -tools-> apply_patch',
      'Legal -tools-> shell',
      'Pirate -models-> gpt-4o',
      'Pirate -tools-> look_up',
      'Second -mcp_servers-> Files',
      'Voice -tools-> look_up',
      'agent Billing',
      'agent Claims',
      'agent Desk',
      'agent First',
      'agent Legal',
      'agent Pirate',
      'agent Second',
      'agent Voice',
      'mcp_server Events (sse)',
      'mcp_server Files (stdio)',
      'mcp_server Search (streamable-http)',
      'mcp_server wiki (streamable-http)',
      'model claude-sonnet-4-5 (anthropic)',
      'model gpt-4o (openai)',
      'model m-runner (openai)',
      'tool apply_patch',
      'tool code_interpreter',
      'tool computer_use',
      'tool file_search',
      'tool image_generation',
      'tool look_up',
      'tool shell',
      'tool web_search',
    ],
  },
  'OpenAI Agents SDK for JavaScript, further parts': {
    sources: {
      'desk.ts': `
import OpenAI from 'openai';
import { Agent, MCPServerStdio, OpenAIResponsesWSModel, getAllMcpTools, programmaticToolCallingTool, tool, toolNamespace, toolSearchTool } from '@openai/agents';
import { codexTool } from '@openai/agents-extensions/experimental/codex';
import { RealtimeAgent, RealtimeSession } from '@openai/agents/realtime';
const find = tool({ name: 'find', description: 'Finds.', parameters: {}, execute: async () => '' });
const files = new MCPServerStdio({ name: 'Files', fullCommand: 'npx -y files-mcp' });
export const desk = new Agent({
  name: 'Desk',
  model: new OpenAIResponsesWSModel(client, 'gpt-5.2'),
  tools: [...toolNamespace({ name: 'crm', description: 'x', tools: [find] }), toolSearchTool(), programmaticToolCallingTool(), codexTool({})],
});
export const clerk = new Agent({ name: 'Clerk', tools: await getAllMcpTools([files]) });
const voice = new RealtimeAgent({ name: 'Voice' });
const session = new RealtimeSession(voice, { model: 'gpt-realtime' });
await new OpenAI().realtime.clientSecrets.create({ session: { type: 'realtime', model: 'm-session' } });
`,
    },
    found: [
      'Clerk -mcp_servers-> Files',
      'Desk -models-> gpt-5.2',
      'Desk -tools-> codex',
      'Desk -tools-> find',
      'Desk -tools-> programmatic_tool_calling',
      'Desk -tools-> tool_search',
      'Voice -models-> gpt-realtime',
      'agent Clerk',
      'agent Desk',
      'agent Voice',
      'mcp_server Files (stdio)',
      'model gpt-5.2 (openai)',
      'model gpt-realtime (openai)',
      'model m-session (openai)',
      'tool codex',
      'tool find',
      'tool programmatic_tool_calling',
      'tool tool_search',
    ],
  },
};
