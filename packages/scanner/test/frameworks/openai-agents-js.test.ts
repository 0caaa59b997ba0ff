import type { ScannedAgent, ScannedTool } from '@aispm/types';
import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const FILES = {
  'src/desk.ts': `
import { Agent, handoff, hostedMcpTool, MCPServerStdio, MCPServerStreamableHttp, tool, webSearchTool } from '@openai/agents';
import { RealtimeAgent } from '@openai/agents-realtime';
import { z } from 'zod';

const lookup = tool({
  name: 'look_up',
  description: 'Looks up an order.',
  parameters: z.object({
    order: z.string().min(1).describe('The number.'),
    kind: z.enum(['open', 'closed']).default('open'),
    limit: z.number().int().max(10).optional(),
    tags: z.array(z.string()),
  }),
  execute: async ({ order }) => order,
});
const relevance = { name: 'Relevance', execute: async () => ({ tripwireTriggered: false }) };
const files = new MCPServerStdio({ name: 'files', fullCommand: 'npx -y @modelcontextprotocol/server-filesystem@1.2.3 .' });
const wiki = new MCPServerStreamableHttp({ name: 'wiki', url: 'https://wiki.example.com/mcp' });
const billing = Agent.create({ name: 'Billing', instructions: 'Be exact.', model: 'gpt-4.1', tools: [webSearchTool()] });
const orders = new Agent({
  name: 'Orders',
  handoffDescription: 'Knows orders.',
  tools: [lookup, billing.asTool({ toolName: 'ask' }), hostedMcpTool({ serverLabel: 'maps', serverUrl: 'https://maps.example.com/sse' })],
  mcpServers: [files, wiki],
  inputGuardrails: [relevance],
});
export const triage = Agent.create({ name: 'Triage', handoffs: [handoff(billing), orders] });
export const again = triage();
export const voice = new RealtimeAgent({ name: 'Voice', tools: [lookup] });
`,
};

describe('the OpenAI Agents SDK for JavaScript', () => {
  it('yields agents, tools, models, MCP servers and their relations', async () => {
    const { names, relations } = await scanSources(FILES);
    expect(names('agent')).toEqual(['Billing', 'Orders', 'Triage', 'Voice']);
    expect(names('tool')).toEqual(['look_up', 'web_search']);
    expect(names('mcp_server')).toEqual(['files', 'maps', 'wiki']);
    expect(relations()).toEqual([
      'Billing -models-> gpt-4.1',
      'Billing -tools-> web_search',
      'Orders -mcp_servers-> files',
      'Orders -mcp_servers-> maps',
      'Orders -mcp_servers-> wiki',
      'Orders -sub_agents-> Billing',
      'Orders -tools-> look_up',
      'Triage -sub_agents-> Billing',
      'Triage -sub_agents-> Orders',
      'Voice -tools-> look_up',
    ]);
  });

  it('reports guardrails, schemas of zod, packages and addresses', async () => {
    const { report } = await scanSources(FILES);
    const object = (name: string) => report.document.objects.find((each) => each.aispm_friendly_name === name);
    expect((object('Orders') as ScannedAgent).guardrails).toEqual([
      { guardrail_id: 'Relevance', name: 'Relevance', direction: 'input' },
    ]);
    expect((object('look_up') as ScannedTool).input_schema).toEqual({
      type: 'object',
      properties: {
        order: { type: 'string', minLength: 1, description: 'The number.' },
        kind: { enum: ['open', 'closed'], default: 'open' },
        limit: { type: 'integer', maximum: 10 },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['order', 'tags'],
    });
    expect(object('files')).toMatchObject({
      packages: [{ registry_type: 'npm', identifier: '@modelcontextprotocol/server-filesystem', version: '1.2.3' }],
    });
    expect(object('maps')).toMatchObject({ url: 'https://maps.example.com/sse', transport: 'sse' });
    expect(JSON.stringify(report.document)).not.toContain('Be exact');
  });

  it('yields servers that are connected together, and models of other SDKs', async () => {
    const { relations } = await scanSources({
      'a.ts': `
import { Agent, connectMcpServers, MCPServerSSE } from '@openai/agents';
import { aisdk } from '@openai/agents-extensions';
import { google } from '@ai-sdk/google';
const docs = new MCPServerSSE({ name: 'docs', url: 'https://docs.example.com/sse' });
const servers = await connectMcpServers([docs], {});
new Agent({ name: 'Desk', model: aisdk(google('gemini-2.5-flash')), mcpServers: servers.active });
`,
    });
    expect(relations()).toEqual(['Desk -mcp_servers-> docs', 'Desk -models-> gemini-2.5-flash']);
  });

  it('ignores the same names in other packages', async () => {
    const { report } = await scanSources({
      'a.ts': FILES['src/desk.ts'].replaceAll('@openai/agents', '@other/agents'),
    });
    expect(report.objects).toEqual([]);
  });
});
