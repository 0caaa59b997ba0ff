import type { CatalogueCase } from '../find.ts';

export const MASTRA_CASES: Readonly<Record<string, CatalogueCase>> = {
  Mastra: {
    sources: {
      'src/mastra/index.ts': `
import { openai } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { ModelRouterEmbeddingModel } from '@mastra/core/llm';
import { createTool } from '@mastra/core/tools';
import { MastraMCPClient, MCPClient, MCPServer } from '@mastra/mcp';
import { createVectorQueryTool } from '@mastra/rag';
import { z } from 'zod';

export const weatherTool = createTool({ id: 'get-weather', description: 'Weather.', inputSchema: z.object({ city: z.string() }), execute: async () => 1 });
const find = createVectorQueryTool({ id: 'find', model: new ModelRouterEmbeddingModel('openai/text-embedding-3-small') });
const mcp = new MCPClient({ servers: { files: { command: 'npx', args: ['-y', 'files-mcp'] } } });
const single = new MastraMCPClient({ name: 'docs', server: { url: new URL('https://docs.example.com/mcp') } });
export const weather = new Agent({ name: 'Weather', instructions: 'x', model: openai('gpt-4o'), tools: { weatherTool, find } });
export const chief = new Agent({ name: 'Chief', model: 'anthropic/claude-sonnet-4-5', agents: { weather }, tools: async () => await mcp.getTools() });
export const server = new MCPServer({ name: 'Desk', version: '1.2.0', tools: { weatherTool } });
`,
    },
    found: [
      'Chief -mcp_servers-> files',
      'Chief -models-> claude-sonnet-4-5',
      'Chief -sub_agents-> Weather',
      'Desk -tools-> get-weather',
      'Weather -models-> gpt-4o',
      'Weather -tools-> find',
      'Weather -tools-> get-weather',
      'agent Chief',
      'agent Weather',
      'mcp_server Desk (stdio)',
      'mcp_server docs (streamable-http)',
      'mcp_server files (stdio)',
      'model claude-sonnet-4-5 (anthropic)',
      'model gpt-4o (openai)',
      'model text-embedding-3-small (openai)',
      'tool find',
      'tool get-weather',
    ],
  },
};
