import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

describe('Mastra', () => {
  it('yields agents, tools, MCP clients and servers; workflows are no agents', async () => {
    const { names, relations } = await scanSources({
      'src/mastra/index.ts': `
import { openai } from '@ai-sdk/openai';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { MCPClient, MCPServer } from '@mastra/mcp';
import { z } from 'zod';

export const weatherTool = createTool({ id: 'get-weather', description: 'Weather.', inputSchema: z.object({ city: z.string() }), execute: async () => 1 });
const mcp = new MCPClient({
  servers: {
    files: { command: 'npx', args: ['-y', 'files-mcp@1.0.0'] },
    docs: { url: new URL('https://docs.example.com/mcp') },
  },
});
export const weather = new Agent({ name: 'Weather', instructions: 'x', model: openai('gpt-4o'), tools: { weatherTool } });
export const chief = new Agent({
  name: 'Chief',
  model: ({ requestContext }) => 'anthropic/claude-sonnet-4-5',
  agents: { weather },
  tools: async () => ({ ...(await mcp.getTools()) }),
});
export const routed = new Agent({ name: 'Routed', model: { providerId: 'openai', modelId: 'gpt-4.1', url: 'https://x.example.com' } });
export const server = new MCPServer({ name: 'Desk', version: '1.2.0', tools: { weatherTool } });
const step = createStep({ id: 'step', execute: async () => 1 });
export const flow = createWorkflow({ id: 'flow' }).then(step).commit();
export const mastra = new Mastra({ agents: { weather, chief }, workflows: { flow } });
`,
    });
    expect(names('agent')).toEqual(['Chief', 'Routed', 'Weather']);
    expect(names('tool')).toEqual(['get-weather']);
    expect(names('mcp_server')).toEqual(['Desk', 'docs', 'files']);
    expect(relations()).toEqual([
      'Chief -mcp_servers-> docs',
      'Chief -mcp_servers-> files',
      'Chief -models-> claude-sonnet-4-5',
      'Chief -sub_agents-> Weather',
      'Desk -tools-> get-weather',
      'Routed -models-> gpt-4.1',
      'Weather -models-> gpt-4o',
      'Weather -tools-> get-weather',
    ]);
  });

  it('ignores the same names in other packages', async () => {
    const { report } = await scanSources({
      'a.ts': `import { Agent, createTool } from '@other/core';\nnew Agent({ name: 'x' });\ncreateTool({ id: 'y' }); // '@mastra/core'\n`,
    });
    expect(report.objects).toEqual([]);
  });
});
