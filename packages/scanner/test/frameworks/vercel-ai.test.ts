import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

describe('the AI SDK of Vercel', () => {
  it('yields model calls with tools, agents, models of providers and MCP servers', async () => {
    const { names, relations } = await scanSources({
      'app/api/chat/route.ts': `
import { createOpenAI, openai } from '@ai-sdk/openai';
import { anthropic } from '@ai-sdk/anthropic';
import { createMCPClient, customProvider, embed, generateText, stepCountIs, streamText, tool, ToolLoopAgent, wrapLanguageModel } from 'ai';
import { Experimental_StdioMCPTransport as Stdio } from 'ai/mcp-stdio';
import { pretended } from '../../../models.mock';
import { weather as forecast } from '../../../tools';
import { z } from 'zod';

const custom = createOpenAI({ apiKey: process.env.KEY, name: 'not a model' });
const named = customProvider({ languageModels: { big: custom('gpt-5'), small: custom('gpt-5-nano') } });
const files = await createMCPClient({ transport: new Stdio({ command: 'uvx', args: ['mcp-server-files@2.0.0'] }) });
const docs = await createMCPClient({ transport: { type: 'sse', url: 'https://docs.example.com/sse' } });

export async function POST(request: Request) {
  const result = streamText({
    model: wrapLanguageModel({ model: custom('gpt-4.1'), middleware: [] }),
    tools: {
      ...(await files.tools()),
      weather: forecast,
      plain: { description: 'A plain object.', inputSchema: z.object({ city: z.string() }), execute: async () => 1 },
      webSearch: openai.tools.webSearch({}),
      search: tool({ description: 'Searches.', inputSchema: z.object({}), execute: async () => 1 }),
    },
    stopWhen: stepCountIs(5),
  });
  return result.toDataStreamResponse();
}

export const helper = new ToolLoopAgent({ model: 'openai/gpt-5-mini', tools: { ...(await docs.tools()) } });
await generateText({ model: anthropic('claude-haiku-4-5'), prompt: 'No tools, so no agent.' });
await generateText({ model: 'google/gemini-2.5-flash', prompt: 'No tools, so no agent.' });
await generateText({ model: process.env.CI ? pretended : openai('gpt-4o') });
export const picked = new ToolLoopAgent({ model: named.languageModel('small'), tools: {} });
await embed({ model: openai.textEmbeddingModel('text-embedding-3-small'), value: 'x' });
`,
      'models.mock.ts': `export const pretended = { modelId: 'mock-model' };\n`,
      'tools.ts': `import { tool } from 'ai';\nexport const weather = tool({ description: 'Weather.', parameters: {}, execute: async () => 1 });\n`,
    });
    expect(names('agent')).toEqual(['helper', 'picked', 'result']);
    expect(names('model')).toEqual([
      'claude-haiku-4-5',
      'gemini-2.5-flash',
      'gpt-4.1',
      'gpt-4o',
      'gpt-5',
      'gpt-5-mini',
      'gpt-5-nano',
      'text-embedding-3-small',
    ]);
    expect(names('mcp_server')).toEqual(['docs', 'mcp-server-files']);
    expect(names('tool')).toEqual(['plain', 'search', 'weather', 'web_search']);
    expect(relations()).toEqual([
      'helper -mcp_servers-> docs',
      'helper -models-> gpt-5-mini',
      'picked -models-> gpt-5-nano',
      'result -mcp_servers-> mcp-server-files',
      'result -models-> gpt-4.1',
      'result -tools-> plain',
      'result -tools-> search',
      'result -tools-> weather',
      'result -tools-> web_search',
    ]);
  });

  it('ignores the same names in other packages', async () => {
    const { report } = await scanSources({
      'a.ts': `import { streamText, tool } from './ai';\nstreamText({ model: 'own', tools: { x: tool({}) } }); // 'ai'\n`,
      'ai.ts': `export const streamText = (options) => options;\nexport const tool = (options) => options;\n`,
      'b.ts': `import { openai } from 'somewhere';\nimport 'ai';\nopenai('own');\n`,
    });
    expect(report.objects).toEqual([]);
  });

  it('yields no tool named after the function of one whose name is not known', async () => {
    const { names, relations } = await scanSources({
      'route.ts': `
import { openai } from '@ai-sdk/openai';
import { streamText } from 'ai';
import { DESCRIPTION, remote } from 'elsewhere';
function convert(tools) {
  const converted = {};
  for (const [name, tool] of Object.entries(tools)) {
    converted[name] = {
      description: tool.description,
      inputSchema: tool.parameters,
      execute: async (input) => tool.execute(input),
    };
  }
  return converted;
}
export async function POST(request) {
  const own = { look_up: { description: DESCRIPTION, inputSchema: schemaOf(request), execute: async () => '' } };
  const result = streamText({ model: openai('gpt-5-mini'), tools: { ...own, ...convert(remote) } });
  return result.toResponse();
}
`,
    });
    expect(names('tool')).toEqual(['look_up']);
    expect(relations('tools')).toEqual(['result -tools-> look_up']);
  });
});
