/** Sources in TypeScript, Go, C# and Java that use every entry of the catalogue, as the frameworks document them. */
import type { CatalogueCase } from './find.ts';

export const OTHER_CASES: Readonly<Record<string, CatalogueCase>> = {
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
  'Vercel AI SDK': {
    sources: {
      'run.ts': `
import {
  Experimental_Agent as Agent, createMCPClient, customProvider, embed, generateText, stepCountIs, tool, wrapLanguageModel,
} from 'ai';
import { openai } from '@ai-sdk/openai';
import { Experimental_StdioMCPTransport } from 'ai/mcp-stdio';
import { z } from 'zod';

const weather = tool({ name: 'weather', description: 'Weather.', inputSchema: z.object({ city: z.string() }), execute: async () => 1 });
export const provider = customProvider({
  languageModels: { small: openai('gpt-4o-mini') },
});
export const desk = new Agent({ id: 'desk', model: wrapLanguageModel({ model: openai('gpt-4o'), middleware: [] }), tools: { weather } });
export async function ask() {
  const client = await createMCPClient({ name: 'files', transport: new Experimental_StdioMCPTransport({ command: 'npx', args: ['-y', 'files-mcp'] }) });
  return generateText({ model: provider.languageModel('small'), tools: { weather, ...(await client.tools()) } });
}
export const vector = () => embed({ model: 'acme/m-vectors', value: 'x' });
`,
    },
    found: [
      'agent ask',
      'agent desk',
      'ask -mcp_servers-> files-mcp',
      'ask -models-> gpt-4o-mini',
      'ask -tools-> weather',
      'desk -models-> gpt-4o',
      'desk -tools-> weather',
      'mcp_server files-mcp (stdio)',
      'model acme/m-vectors (acme)',
      'model gpt-4o (openai)',
      'model gpt-4o-mini (openai)',
      'tool weather',
    ],
  },
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
  'LangGraph and LangChain for JavaScript': {
    sources: {
      'graph.ts': `
import { DuckDuckGoSearch } from '@langchain/community/tools/duckduckgo_search';
import { DynamicStructuredTool, StructuredTool, tool } from '@langchain/core/tools';
import { END, START, StateGraph } from '@langchain/langgraph';
import { createReactAgent, ToolNode } from '@langchain/langgraph/prebuilt';
import { createSupervisor } from '@langchain/langgraph-supervisor';
import { createSwarm } from '@langchain/langgraph-swarm';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { createDeepAgent } from 'deepagents';
import { initChatModel } from 'langchain/chat_models/universal';
import { AgentExecutor, createToolCallingAgent, initializeAgentExecutorWithOptions } from 'langchain/agents';
import { z } from 'zod';

const search = tool(async ({ query }) => query, { name: 'search', description: 'Searches.', schema: z.object({ query: z.string() }) });
const refund = new DynamicStructuredTool({ name: 'refund', description: 'Refunds.', schema: z.object({ order: z.string() }), func: async () => '' });
class Rates extends StructuredTool {
  name = 'rates';
  description = 'Reads rates.';
}
const model = await initChatModel('openai:gpt-4.1');
const client = new MultiServerMCPClient({ weather: { url: 'https://weather.example.com/mcp', transport: 'http' } });
const helper = createReactAgent({ llm: model, tools: [search, refund, new Rates(), new DuckDuckGoSearch()], name: 'helper' });
const remote = createReactAgent({ llm: model, tools: await client.getTools(), name: 'remote' });
const calling = createToolCallingAgent({ llm: model, tools: [search], prompt });
const executor = new AgentExecutor({ agent: calling, tools: [search] });
const old = await initializeAgentExecutorWithOptions([refund], model, {});
const deep = createDeepAgent({ name: 'deep', model: 'anthropic:claude-sonnet-4-5', tools: [search], subagents: [{ name: 'critic', description: 'Reviews.', prompt: 'x' }] });
const boss = createSupervisor({ agents: [helper], llm: model, supervisorName: 'boss' }).compile();
const swarm = createSwarm({ agents: [helper, remote], defaultActiveAgent: 'helper' }).compile();
const call = async (state) => ({ messages: [await model.bindTools([refund]).invoke(state.messages)] });
const ask = async (state) => executor.invoke(state);
export const graph = new StateGraph(State)
  .addNode('call', call)
  .addNode('ask', ask)
  .addNode('boss', boss)
  .addNode('swarm', swarm)
  .addNode('tools', new ToolNode([search]))
  .addEdge(START, 'call')
  .compile({ name: 'office' });
`,
    },
    found: [
      'agent boss',
      'agent calling',
      'agent critic',
      'agent deep',
      'agent helper',
      'agent office',
      'agent old',
      'agent remote',
      'agent swarm',
      'boss -models-> gpt-4.1',
      'boss -sub_agents-> helper',
      'calling -models-> gpt-4.1',
      'calling -tools-> search',
      'deep -models-> claude-sonnet-4-5',
      'deep -sub_agents-> critic',
      'deep -tools-> search',
      'helper -models-> gpt-4.1',
      'helper -tools-> DuckDuckGoSearch',
      'helper -tools-> rates',
      'helper -tools-> refund',
      'helper -tools-> search',
      'mcp_server weather (streamable-http)',
      'model claude-sonnet-4-5 (anthropic)',
      'model gpt-4.1 (openai)',
      'office -models-> gpt-4.1',
      'office -sub_agents-> boss',
      'office -sub_agents-> calling',
      'office -sub_agents-> swarm',
      'office -tools-> refund',
      'office -tools-> search',
      'old -models-> gpt-4.1',
      'old -tools-> refund',
      'remote -mcp_servers-> weather',
      'remote -models-> gpt-4.1',
      'swarm -sub_agents-> helper',
      'swarm -sub_agents-> remote',
      'tool DuckDuckGoSearch',
      'tool rates',
      'tool refund',
      'tool search',
    ],
  },
  'LlamaIndex for TypeScript': {
    sources: {
      'main.ts': `
import { FunctionTool, OpenAIAgent, QueryEngineTool, WikipediaTool } from 'llamaindex';
import { agent } from '@llamaindex/workflow';
import { openai } from '@llamaindex/openai';
import { documentGenerator, duckduckgo, imageGenerator, interpreter, mcp, weather, wiki } from '@llamaindex/tools';

const sum = FunctionTool.from(({ a, b }) => a + b, { name: 'sum', description: 'Adds.', parameters: {} });
const product = new FunctionTool(({ a, b }) => a * b, { name: 'product', description: 'Multiplies.', parameters: {} });
const manual = new QueryEngineTool({ queryEngine, metadata: { name: 'manual', description: 'Answers.' } });
const server = mcp({ clientName: 'files', command: 'npx', args: ['-y', 'files-mcp'] });
export const maths = agent({ name: 'Maths', llm: openai({ model: 'gpt-4o' }), tools: [sum, product, manual] });
export const desk = new OpenAIAgent({
  name: 'Desk',
  tools: [wiki(), duckduckgo(), weather(), interpreter({}), imageGenerator({}), documentGenerator({}), new WikipediaTool(), ...(await server.tools())],
});
`,
    },
    found: [
      'Desk -mcp_servers-> files',
      'Desk -tools-> document_generator',
      'Desk -tools-> duckduckgo_search',
      'Desk -tools-> get_weather',
      'Desk -tools-> image_generator',
      'Desk -tools-> interpreter',
      'Desk -tools-> wiki',
      'Desk -tools-> wikipedia_tool',
      'Maths -models-> gpt-4o',
      'Maths -tools-> manual',
      'Maths -tools-> product',
      'Maths -tools-> sum',
      'agent Desk',
      'agent Maths',
      'mcp_server files (stdio)',
      'model gpt-4o (openai)',
      'tool document_generator',
      'tool duckduckgo_search',
      'tool get_weather',
      'tool image_generator',
      'tool interpreter',
      'tool manual',
      'tool product',
      'tool sum',
      'tool wiki',
      'tool wikipedia_tool',
    ],
  },
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
  'Google ADK for TypeScript': {
    sources: {
      'agent.ts': `
import { AgentTool, FunctionTool, Gemini, GOOGLE_SEARCH, LlmAgent, MCPToolset, SequentialAgent } from '@google/adk';

const refund = new FunctionTool({ name: 'refund', description: 'Refunds.', parameters: {}, execute: () => ({}) });
const searcher = new LlmAgent({ name: 'searcher', model: new Gemini({ model: 'gemini-2.5-pro' }), tools: [GOOGLE_SEARCH] });
const writer = new LlmAgent({
  name: 'writer',
  model: 'gemini-2.5-flash',
  tools: [refund, new AgentTool({ agent: searcher }), new MCPToolset({ type: 'StreamableHTTPConnectionParams', url: 'https://search.example.com/mcp' })],
});
export const rootAgent = new SequentialAgent({ name: 'pipeline', subAgents: [writer] });
`,
    },
    found: [
      'agent pipeline',
      'agent searcher',
      'agent writer',
      'mcp_server tools (streamable-http)',
      'model gemini-2.5-flash (google)',
      'model gemini-2.5-pro (google)',
      'pipeline -sub_agents-> writer',
      'searcher -models-> gemini-2.5-pro',
      'searcher -tools-> google_search',
      'tool google_search',
      'tool refund',
      'writer -mcp_servers-> tools',
      'writer -models-> gemini-2.5-flash',
      'writer -sub_agents-> searcher',
      'writer -tools-> refund',
    ],
  },
  'MCP SDK and FastMCP for TypeScript': {
    sources: {
      'high.ts': `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const server = new McpServer({ name: 'notes', version: '1.0.0' });
server.registerTool('read_note', { description: 'Reads.', inputSchema: { name: z.string() }, annotations: { readOnlyHint: true } }, async () => ({ content: [] }));
server.tool('delete_note', 'Deletes.', { name: z.string() }, async () => ({ content: [] }));
server.registerResource('note', 'notes://one', {}, async () => ({ contents: [] }));
server.registerPrompt('summarize', { description: 'Asks.' }, () => ({ messages: [] }));
`,
      'low.ts': `
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const server = new Server({ name: 'time', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: 'now', description: 'Tells.', inputSchema: { type: 'object' } }] }));
`,
      'app/[transport]/route.ts': `
import { createMcpHandler } from 'mcp-handler';

export const handler = createMcpHandler((server) => {
  server.tool('roll_dice', 'Rolls.', {}, async () => ({ content: [] }));
}, { serverInfo: { name: 'dice', version: '1.0.0' } });
`,
      'fast.ts': `
import { FastMCP } from 'fastmcp';

const server = new FastMCP({ name: 'fast', version: '1.0.0' });
server.addTool({ name: 'add', description: 'Adds.', parameters: {}, execute: async () => '' });
server.addResource({ uri: 'file:///log', name: 'log', load: async () => ({ text: '' }) });
server.addPrompt({ name: 'commit', description: 'Asks.', load: async () => '' });
`,
      'client.ts': `
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';

const local = new StdioClientTransport({ command: 'npx', args: ['-y', 'local-mcp'] });
const events = new SSEClientTransport(new URL('https://events.example.com/sse'));
const search = new StreamableHTTPClientTransport(new URL('https://search.example.com/mcp'));
const other = new Experimental_StdioMCPTransport({ command: 'npx', args: ['-y', 'other-mcp'] });
`,
    },
    found: [
      'dice -tools-> roll_dice',
      'fast -tools-> add',
      'fast -tools-> commit',
      'fast -tools-> log',
      'mcp_server dice (stdio)',
      'mcp_server events (sse)',
      'mcp_server fast (stdio)',
      'mcp_server local (stdio)',
      'mcp_server notes (stdio)',
      'mcp_server other (stdio)',
      'mcp_server search (streamable-http)',
      'mcp_server time (stdio)',
      'notes -tools-> delete_note',
      'notes -tools-> note',
      'notes -tools-> read_note',
      'notes -tools-> summarize',
      'time -tools-> now',
      'tool add',
      'tool commit (prompt)',
      'tool delete_note',
      'tool log (resource)',
      'tool note (resource)',
      'tool now',
      'tool read_note',
      'tool roll_dice',
      'tool summarize (prompt)',
    ],
  },
  'SDKs of model providers for JavaScript': {
    sources: {
      'main.ts': `
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { GoogleGenerativeAI } from '@google/generative-ai';
import { pipeline } from '@huggingface/transformers';
import { Mistral } from '@mistralai/mistralai';
import Groq from 'groq-sdk';
import ollama from 'ollama';
import OpenAI, { AzureOpenAI } from 'openai';

const look = { type: 'function', function: { name: 'look_up', parse: JSON.parse, function: () => 1, parameters: {} } };
export async function ask() {
  await new OpenAI().chat.completions.create({ model: 'm-openai', messages: [] });
  await new AzureOpenAI().chat.completions.create({ model: 'm-azure', messages: [] });
  await new Anthropic().messages.create({ model: 'm-anthropic', max_tokens: 1, messages: [] });
  await new GoogleGenAI({}).models.generateContent({ model: 'm-genai', contents: 'x' });
  new GoogleGenerativeAI(key).getGenerativeModel({ model: 'm-generative' });
  await new Groq().chat.completions.create({ model: 'm-groq', messages: [] });
  await ollama.chat({ model: 'm-ollama', messages: [] });
  await new Mistral({}).chat.complete({ model: 'm-mistral', messages: [] });
  await pipeline('summarization', 'acme/m-pipeline');
  const runner = new OpenAI().chat.completions.runTools({ model: 'm-tools', messages: [], tools: [look] });
}
`,
    },
    found: [
      'agent runner',
      'model acme/m-pipeline (acme)',
      'model m-anthropic (anthropic)',
      'model m-azure (azure)',
      'model m-genai (google)',
      'model m-generative (google)',
      'model m-groq (groq)',
      'model m-mistral (mistral)',
      'model m-ollama (ollama)',
      'model m-openai (openai)',
      'model m-tools (unknown)',
      'runner -models-> m-tools',
      'runner -tools-> look_up',
      'tool look_up',
    ],
  },
  'MCP SDK and mcp-go for Go': {
    sources: {
      'go.mod': `module example.com/desk
`,
      'official/main.go': `
package main

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "notes", Version: "v1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "read_note", Description: "Reads."}, read)
	server.AddTool(&mcp.Tool{Name: "raw_note"}, raw)
	server.AddResource(&mcp.Resource{Name: "note", URI: "notes://one"}, load)
	server.AddPrompt(&mcp.Prompt{Name: "summarize"}, prompt)
	server.Run(context.Background(), &mcp.StdioTransport{})
}
`,
      'community/main.go': `
package main

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("Demo", "1.0.0")
	s.AddTool(mcp.NewTool("hello", mcp.WithDescription("Says hello.")), hello)
	s.AddTool(mcp.Tool{Name: "typed", Description: "Is typed."}, typed)
	s.AddTools(server.ServerTool{Tool: mcp.NewTool("several"), Handler: several})
	s.AddTaskTool(mcp.NewTool("slow"), slow)
	s.AddResource(mcp.NewResource("docs://readme", "readme"), readme)
	s.AddPrompt(mcp.NewPrompt("greeting"), greeting)
}
`,
    },
    found: [
      'Demo -tools-> greeting',
      'Demo -tools-> hello',
      'Demo -tools-> readme',
      'Demo -tools-> several',
      'Demo -tools-> slow',
      'Demo -tools-> typed',
      'mcp_server Demo (stdio)',
      'mcp_server notes (stdio)',
      'notes -tools-> note',
      'notes -tools-> raw_note',
      'notes -tools-> read_note',
      'notes -tools-> summarize',
      'tool greeting (prompt)',
      'tool hello',
      'tool note (resource)',
      'tool raw_note',
      'tool read_note',
      'tool readme (resource)',
      'tool several',
      'tool slow',
      'tool summarize (prompt)',
      'tool typed',
    ],
  },
  'MCP SDK for C#': {
    sources: {
      'Desk/Program.cs': `
using Microsoft.Extensions.DependencyInjection;
using ModelContextProtocol.Server;

var builder = Host.CreateApplicationBuilder(args);
builder.Services.AddMcpServer(options => options.ServerInfo = new() { Name = "Desk", Version = "1.0.0" })
    .WithStdioServerTransport()
    .WithTools<NoteTools>();
await builder.Build().RunAsync();
`,
      'Desk/NoteTools.cs': `
using ModelContextProtocol.Server;

[McpServerToolType]
public class NoteTools
{
    [McpServerTool(Name = "read_note", ReadOnly = true)]
    public static string ReadNote(string name) => name;
}
`,
      'Whole/Program.cs': `
using Microsoft.Extensions.DependencyInjection;
using ModelContextProtocol.Server;

var builder = Host.CreateApplicationBuilder(args);
builder.Services.AddMcpServer().WithStdioServerTransport().WithToolsFromAssembly();
await builder.Build().RunAsync();
`,
      'Whole/EchoTools.cs': `
using ModelContextProtocol.Server;

[McpServerToolType]
public static class EchoTools
{
    [McpServerTool]
    public static string Echo(string message) => message;
}
`,
      'Manual/Program.cs': `
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

McpServerOptions options = new()
{
    ServerInfo = new Implementation { Name = "Manual", Version = "1.0.0" },
    ToolCollection = [McpServerTool.Create((string text) => text, new() { Name = "repeat" })],
};
await using McpServer server = McpServer.Create(new StdioServerTransport("Manual"), options);
`,
    },
    found: [
      'Desk -tools-> read_note',
      'Manual -tools-> repeat',
      'Whole -tools-> echo',
      'mcp_server Desk (stdio)',
      'mcp_server Manual (stdio)',
      'mcp_server Whole (stdio)',
      'tool echo',
      'tool read_note',
      'tool repeat',
    ],
  },
  'MCP SDK for Java': {
    sources: {
      'src/main/java/desk/Desk.java': `
package desk;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.spec.McpSchema;
import org.springframework.ai.tool.annotation.Tool;

public class Desk {
    public static void main(String[] args) {
        var specification = new McpServerFeatures.SyncToolSpecification(new McpSchema.Tool("look_up", "Looks up.", "{}"), (exchange, arguments) -> null);
        var server = McpServer.sync(provider).serverInfo("desk", "1.0.0").tools(specification).build();
    }
}

class Rates {
    @Tool(name = "rates", description = "Reads rates.")
    public String rates(String currency) {
        return currency;
    }
}
`,
    },
    found: ['desk -tools-> look_up', 'mcp_server desk (stdio)', 'tool look_up', 'tool rates'],
  },
  'Providers of the Vercel AI SDK': {
    sources: {
      'providers.ts': `
import { openai as openai0 } from '@ai-sdk/openai';
import { createAnthropic as anthropic1 } from '@ai-sdk/anthropic';
import { google as google2 } from '@ai-sdk/google';
import { createVertex as vertex3 } from '@ai-sdk/google-vertex';
import { vertexAnthropic as vertexAnthropic4 } from '@ai-sdk/google-vertex/anthropic';
import { createAzure as azure5 } from '@ai-sdk/azure';
import { bedrock as bedrock6 } from '@ai-sdk/amazon-bedrock';
import { createMistral as mistral7 } from '@ai-sdk/mistral';
import { groq as groq8 } from '@ai-sdk/groq';
import { createXai as xai9 } from '@ai-sdk/xai';
import { cohere as cohere10 } from '@ai-sdk/cohere';
import { createDeepSeek as deepseek11 } from '@ai-sdk/deepseek';
import { cerebras as cerebras12 } from '@ai-sdk/cerebras';
import { createFireworks as fireworks13 } from '@ai-sdk/fireworks';
import { togetherai as togetherai14 } from '@ai-sdk/togetherai';
import { createDeepInfra as deepinfra15 } from '@ai-sdk/deepinfra';
import { perplexity as perplexity16 } from '@ai-sdk/perplexity';
import { createMoonshotAI as moonshotai17 } from '@ai-sdk/moonshotai';
import { alibaba as alibaba18 } from '@ai-sdk/alibaba';
import { createHuggingFace as huggingface19 } from '@ai-sdk/huggingface';
import { vercel as vercel20 } from '@ai-sdk/vercel';
import { createFal as fal21 } from '@ai-sdk/fal';
import { replicate as replicate22 } from '@ai-sdk/replicate';
import { createElevenLabs as elevenlabs23 } from '@ai-sdk/elevenlabs';
import { openrouter as openrouter24 } from '@openrouter/ai-sdk-provider';
import { createOllama as ollama25 } from 'ollama-ai-provider';
import { ollama as ollama26 } from 'ollama-ai-provider-v2';
import { createOllama as ollama27 } from 'ai-sdk-ollama';
import { gateway as gateway28 } from '@ai-sdk/gateway';
import { createGateway as gateway29 } from 'ai';
import { createOpenAICompatible as openaiCompatible30 } from '@ai-sdk/openai-compatible';
import { createWorkersAI as workersai31 } from 'workers-ai-provider';
import { fileSearch as fileSearch32 } from 'webSearchPreview';
import { codeExecution as urlContext33 } from 'googleSearch';
import { xSearch as xSearch34 } from 'webSearch';

export const models = [
  openai0('acme/m-ai-sdk-openai'),
  anthropic1({})('acme/m-ai-sdk-anthropic'),
  google2('acme/m-ai-sdk-google'),
  vertex3({})('acme/m-ai-sdk-google-vertex'),
  vertexAnthropic4('acme/m-ai-sdk-google-vertex-anthropic'),
  azure5({})('acme/m-ai-sdk-azure'),
  bedrock6('acme/m-ai-sdk-amazon-bedrock'),
  mistral7({})('acme/m-ai-sdk-mistral'),
  groq8('acme/m-ai-sdk-groq'),
  xai9({})('acme/m-ai-sdk-xai'),
  cohere10('acme/m-ai-sdk-cohere'),
  deepseek11({})('acme/m-ai-sdk-deepseek'),
  cerebras12('acme/m-ai-sdk-cerebras'),
  fireworks13({})('acme/m-ai-sdk-fireworks'),
  togetherai14('acme/m-ai-sdk-togetherai'),
  deepinfra15({})('acme/m-ai-sdk-deepinfra'),
  perplexity16('acme/m-ai-sdk-perplexity'),
  moonshotai17({})('acme/m-ai-sdk-moonshotai'),
  alibaba18('acme/m-ai-sdk-alibaba'),
  huggingface19({})('acme/m-ai-sdk-huggingface'),
  vercel20('acme/m-ai-sdk-vercel'),
  fal21({})('acme/m-ai-sdk-fal'),
  replicate22('acme/m-ai-sdk-replicate'),
  elevenlabs23({})('acme/m-ai-sdk-elevenlabs'),
  openrouter24('acme/m-openrouter-ai-sdk-provider'),
  ollama25({})('acme/m-ollama-ai-provider'),
  ollama26('acme/m-ollama-ai-provider-v2'),
  ollama27({})('acme/m-ai-sdk-ollama'),
  gateway28('acme/m-ai-sdk-gateway'),
  gateway29({})('acme/m-ai'),
  openaiCompatible30({})('acme/m-ai-sdk-openai-compatible'),
  workersai31({})('acme/m-workers-ai-provider'),
  fileSearch32('acme/m-websearchpreview'),
  urlContext33({})('acme/m-googlesearch'),
  xSearch34('acme/m-websearch'),
];
`,
    },
    found: [
      'model acme/m-ai (acme)',
      'model acme/m-ai-sdk-alibaba (alibaba)',
      'model acme/m-ai-sdk-amazon-bedrock (aws-bedrock)',
      'model acme/m-ai-sdk-anthropic (anthropic)',
      'model acme/m-ai-sdk-azure (azure)',
      'model acme/m-ai-sdk-cerebras (cerebras)',
      'model acme/m-ai-sdk-cohere (cohere)',
      'model acme/m-ai-sdk-deepinfra (deepinfra)',
      'model acme/m-ai-sdk-deepseek (deepseek)',
      'model acme/m-ai-sdk-elevenlabs (elevenlabs)',
      'model acme/m-ai-sdk-fal (fal)',
      'model acme/m-ai-sdk-fireworks (fireworks)',
      'model acme/m-ai-sdk-gateway (acme)',
      'model acme/m-ai-sdk-google (google)',
      'model acme/m-ai-sdk-google-vertex (google-vertex)',
      'model acme/m-ai-sdk-google-vertex-anthropic (google-vertex)',
      'model acme/m-ai-sdk-groq (groq)',
      'model acme/m-ai-sdk-huggingface (acme)',
      'model acme/m-ai-sdk-mistral (mistral)',
      'model acme/m-ai-sdk-moonshotai (moonshot)',
      'model acme/m-ai-sdk-ollama (ollama)',
      'model acme/m-ai-sdk-openai (acme)',
      'model acme/m-ai-sdk-openai-compatible (acme)',
      'model acme/m-ai-sdk-perplexity (perplexity)',
      'model acme/m-ai-sdk-replicate (replicate)',
      'model acme/m-ai-sdk-togetherai (together)',
      'model acme/m-ai-sdk-vercel (vercel)',
      'model acme/m-ai-sdk-xai (xai)',
      'model acme/m-ollama-ai-provider (ollama)',
      'model acme/m-ollama-ai-provider-v2 (ollama)',
      'model acme/m-openrouter-ai-sdk-provider (openrouter)',
      'model acme/m-workers-ai-provider (acme)',
    ],
  },
  'Tools of providers of the Vercel AI SDK': {
    sources: {
      'tools.ts': `
import { ToolLoopAgent } from 'ai';
import { openai } from '@ai-sdk/openai';
import { azure } from '@ai-sdk/azure';
import { google } from '@ai-sdk/google';
import { vertex } from '@ai-sdk/google-vertex';
import { xai } from '@ai-sdk/xai';
import { groq } from '@ai-sdk/groq';
import { anthropic } from '@ai-sdk/anthropic';

export const openai_webSearch = new ToolLoopAgent({ tools: { used: openai.tools.webSearch({}) } });
export const openai_webSearchPreview = new ToolLoopAgent({ tools: { used: openai.tools.webSearchPreview({}) } });
export const openai_fileSearch = new ToolLoopAgent({ tools: { used: openai.tools.fileSearch({}) } });
export const openai_codeInterpreter = new ToolLoopAgent({ tools: { used: openai.tools.codeInterpreter({}) } });
export const openai_imageGeneration = new ToolLoopAgent({ tools: { used: openai.tools.imageGeneration({}) } });
export const openai_localShell = new ToolLoopAgent({ tools: { used: openai.tools.localShell({}) } });
export const openai_shell = new ToolLoopAgent({ tools: { used: openai.tools.shell({}) } });
export const openai_applyPatch = new ToolLoopAgent({ tools: { used: openai.tools.applyPatch({}) } });
export const openai_mcp = new ToolLoopAgent({ tools: { used: openai.tools.mcp({}) } });
export const azure_webSearchPreview = new ToolLoopAgent({ tools: { used: azure.tools.webSearchPreview({}) } });
export const azure_fileSearch = new ToolLoopAgent({ tools: { used: azure.tools.fileSearch({}) } });
export const azure_codeInterpreter = new ToolLoopAgent({ tools: { used: azure.tools.codeInterpreter({}) } });
export const azure_imageGeneration = new ToolLoopAgent({ tools: { used: azure.tools.imageGeneration({}) } });
export const google_googleSearch = new ToolLoopAgent({ tools: { used: google.tools.googleSearch({}) } });
export const google_urlContext = new ToolLoopAgent({ tools: { used: google.tools.urlContext({}) } });
export const google_codeExecution = new ToolLoopAgent({ tools: { used: google.tools.codeExecution({}) } });
export const google_fileSearch = new ToolLoopAgent({ tools: { used: google.tools.fileSearch({}) } });
export const google_googleMaps = new ToolLoopAgent({ tools: { used: google.tools.googleMaps({}) } });
export const vertex_googleSearch = new ToolLoopAgent({ tools: { used: vertex.tools.googleSearch({}) } });
export const vertex_urlContext = new ToolLoopAgent({ tools: { used: vertex.tools.urlContext({}) } });
export const vertex_codeExecution = new ToolLoopAgent({ tools: { used: vertex.tools.codeExecution({}) } });
export const xai_webSearch = new ToolLoopAgent({ tools: { used: xai.tools.webSearch({}) } });
export const xai_xSearch = new ToolLoopAgent({ tools: { used: xai.tools.xSearch({}) } });
export const xai_codeExecution = new ToolLoopAgent({ tools: { used: xai.tools.codeExecution({}) } });
export const groq_browserSearch = new ToolLoopAgent({ tools: { used: groq.tools.browserSearch({}) } });
export const anthropic_webSearch_20250305 = new ToolLoopAgent({ tools: { used: anthropic.tools.webSearch_20250305({}) } });
export const anthropic_webFetch_20250910 = new ToolLoopAgent({ tools: { used: anthropic.tools.webFetch_20250910({}) } });
export const anthropic_bash_20241022 = new ToolLoopAgent({ tools: { used: anthropic.tools.bash_20241022({}) } });
export const anthropic_bash_20250124 = new ToolLoopAgent({ tools: { used: anthropic.tools.bash_20250124({}) } });
export const anthropic_codeExecution_20250522 = new ToolLoopAgent({ tools: { used: anthropic.tools.codeExecution_20250522({}) } });
export const anthropic_codeExecution_20250825 = new ToolLoopAgent({ tools: { used: anthropic.tools.codeExecution_20250825({}) } });
export const anthropic_computer_20241022 = new ToolLoopAgent({ tools: { used: anthropic.tools.computer_20241022({}) } });
export const anthropic_computer_20250124 = new ToolLoopAgent({ tools: { used: anthropic.tools.computer_20250124({}) } });
export const anthropic_memory_20250818 = new ToolLoopAgent({ tools: { used: anthropic.tools.memory_20250818({}) } });
export const anthropic_textEditor_20241022 = new ToolLoopAgent({ tools: { used: anthropic.tools.textEditor_20241022({}) } });
export const anthropic_textEditor_20250124 = new ToolLoopAgent({ tools: { used: anthropic.tools.textEditor_20250124({}) } });
export const anthropic_textEditor_20250429 = new ToolLoopAgent({ tools: { used: anthropic.tools.textEditor_20250429({}) } });
export const anthropic_textEditor_20250728 = new ToolLoopAgent({ tools: { used: anthropic.tools.textEditor_20250728({}) } });
`,
    },
    found: [
      'agent anthropic_bash_20241022',
      'agent anthropic_bash_20250124',
      'agent anthropic_codeExecution_20250522',
      'agent anthropic_codeExecution_20250825',
      'agent anthropic_computer_20241022',
      'agent anthropic_computer_20250124',
      'agent anthropic_memory_20250818',
      'agent anthropic_textEditor_20241022',
      'agent anthropic_textEditor_20250124',
      'agent anthropic_textEditor_20250429',
      'agent anthropic_textEditor_20250728',
      'agent anthropic_webFetch_20250910',
      'agent anthropic_webSearch_20250305',
      'agent azure_codeInterpreter',
      'agent azure_fileSearch',
      'agent azure_imageGeneration',
      'agent azure_webSearchPreview',
      'agent google_codeExecution',
      'agent google_fileSearch',
      'agent google_googleMaps',
      'agent google_googleSearch',
      'agent google_urlContext',
      'agent groq_browserSearch',
      'agent openai_applyPatch',
      'agent openai_codeInterpreter',
      'agent openai_fileSearch',
      'agent openai_imageGeneration',
      'agent openai_localShell',
      'agent openai_mcp',
      'agent openai_shell',
      'agent openai_webSearch',
      'agent openai_webSearchPreview',
      'agent vertex_codeExecution',
      'agent vertex_googleSearch',
      'agent vertex_urlContext',
      'agent xai_codeExecution',
      'agent xai_webSearch',
      'agent xai_xSearch',
      'anthropic_bash_20241022 -tools-> bash',
      'anthropic_bash_20250124 -tools-> bash',
      'anthropic_codeExecution_20250522 -tools-> code_execution',
      'anthropic_codeExecution_20250825 -tools-> code_execution',
      'anthropic_computer_20241022 -tools-> computer',
      'anthropic_computer_20250124 -tools-> computer',
      'anthropic_memory_20250818 -tools-> memory',
      'anthropic_textEditor_20241022 -tools-> text_editor',
      'anthropic_textEditor_20250124 -tools-> text_editor',
      'anthropic_textEditor_20250429 -tools-> text_editor',
      'anthropic_textEditor_20250728 -tools-> text_editor',
      'anthropic_webFetch_20250910 -tools-> web_fetch',
      'anthropic_webSearch_20250305 -tools-> web_search',
      'azure_codeInterpreter -tools-> code_interpreter',
      'azure_fileSearch -tools-> file_search',
      'azure_imageGeneration -tools-> image_generation',
      'azure_webSearchPreview -tools-> web_search_preview',
      'google_codeExecution -tools-> code_execution',
      'google_fileSearch -tools-> file_search',
      'google_googleMaps -tools-> google_maps',
      'google_googleSearch -tools-> google_search',
      'google_urlContext -tools-> url_context',
      'groq_browserSearch -tools-> browser_search',
      'openai_applyPatch -tools-> apply_patch',
      'openai_codeInterpreter -tools-> code_interpreter',
      'openai_fileSearch -tools-> file_search',
      'openai_imageGeneration -tools-> image_generation',
      'openai_localShell -tools-> local_shell',
      'openai_mcp -tools-> mcp',
      'openai_shell -tools-> shell',
      'openai_webSearch -tools-> web_search',
      'openai_webSearchPreview -tools-> web_search_preview',
      'tool apply_patch',
      'tool bash',
      'tool browser_search',
      'tool code_execution',
      'tool code_interpreter',
      'tool computer',
      'tool file_search',
      'tool google_maps',
      'tool google_search',
      'tool image_generation',
      'tool local_shell',
      'tool mcp',
      'tool memory',
      'tool shell',
      'tool text_editor',
      'tool url_context',
      'tool web_fetch',
      'tool web_search',
      'tool web_search_preview',
      'tool x_search',
      'vertex_codeExecution -tools-> code_execution',
      'vertex_googleSearch -tools-> google_search',
      'vertex_urlContext -tools-> url_context',
      'xai_codeExecution -tools-> code_execution',
      'xai_webSearch -tools-> web_search',
      'xai_xSearch -tools-> x_search',
    ],
  },
  'Models of LangChain for JavaScript': {
    sources: {
      'models.ts': `
import { ChatOpenAI } from '@langchain/openai';
import { AzureChatOpenAI as Model0 } from '@langchain/openai';
import { ChatAnthropic as Model1 } from '@langchain/anthropic';
import { ChatGoogleGenerativeAI as Model2 } from '@langchain/google-genai';
import { ChatVertexAI as Model3 } from '@langchain/google-vertexai';
import { ChatVertexAI as Model4 } from '@langchain/google-vertexai-web';
import { ChatMistralAI as Model5 } from '@langchain/mistralai';
import { ChatGroq as Model6 } from '@langchain/groq';
import { ChatOllama as Model7 } from '@langchain/ollama';
import { ChatBedrockConverse as Model8 } from '@langchain/aws';
import { ChatCohere as Model9 } from '@langchain/cohere';
import { ChatXAI as Model10 } from '@langchain/xai';
import { ChatDeepSeek as Model11 } from '@langchain/deepseek';
import { ChatCerebras as Model12 } from '@langchain/cerebras';
import { ChatCloudflareWorkersAI as Model13 } from '@langchain/cloudflare';
import { BedrockChat as Model14 } from '@langchain/community/chat_models/bedrock';
import { ChatOllama as Model15 } from '@langchain/community/chat_models/ollama';
import { ChatFireworks as Model16 } from '@langchain/community/chat_models/fireworks';
import { ChatTogetherAI as Model17 } from '@langchain/community/chat_models/togetherai';
import { ChatOpenAI as Model18 } from 'langchain/chat_models/openai';
import { ChatAnthropic as Model19 } from 'langchain/chat_models/anthropic';
import { OpenAIEmbeddings as Model20 } from 'langchain/embeddings/openai';

export const models = [
  new ChatOpenAI({ model: 'm-openai' }),
  new Model0({ model: 'm-0-azure' }),
  new Model1({ model: 'm-1-anthropic' }),
  new Model2({ model: 'm-2-google' }),
  new Model3({ model: 'm-3-google-vertex' }),
  new Model4({ model: 'm-4-google-vertex' }),
  new Model5({ model: 'm-5-mistral' }),
  new Model6({ model: 'm-6-groq' }),
  new Model7({ model: 'm-7-ollama' }),
  new Model8({ model: 'm-8-aws-bedrock' }),
  new Model9({ model: 'm-9-cohere' }),
  new Model10({ model: 'm-10-xai' }),
  new Model11({ model: 'm-11-deepseek' }),
  new Model12({ model: 'm-12-cerebras' }),
  new Model13({ model: 'm-13-cloudflare' }),
  new Model14({ model: 'm-14-aws-bedrock' }),
  new Model15({ model: 'm-15-ollama' }),
  new Model16({ model: 'm-16-fireworks' }),
  new Model17({ model: 'm-17-together' }),
  new Model18({ model: 'm-18-openai' }),
  new Model19({ model: 'm-19-anthropic' }),
  new Model20({ model: 'm-20-openai' }),
];
`,
    },
    found: [
      'model m-0-azure (azure)',
      'model m-1-anthropic (anthropic)',
      'model m-10-xai (xai)',
      'model m-11-deepseek (deepseek)',
      'model m-12-cerebras (cerebras)',
      'model m-13-cloudflare (cloudflare)',
      'model m-14-aws-bedrock (aws-bedrock)',
      'model m-15-ollama (ollama)',
      'model m-16-fireworks (fireworks)',
      'model m-17-together (together)',
      'model m-18-openai (openai)',
      'model m-19-anthropic (anthropic)',
      'model m-2-google (google)',
      'model m-20-openai (openai)',
      'model m-3-google-vertex (google-vertex)',
      'model m-4-google-vertex (google-vertex)',
      'model m-5-mistral (mistral)',
      'model m-6-groq (groq)',
      'model m-7-ollama (ollama)',
      'model m-8-aws-bedrock (aws-bedrock)',
      'model m-9-cohere (cohere)',
      'model m-openai (openai)',
    ],
  },
  'Models of LlamaIndex for TypeScript': {
    sources: {
      'models.ts': `
import { OpenAIResponses as Model0 } from '@llamaindex/openai';
import { anthropic as Model1 } from '@llamaindex/anthropic';
import { gemini as Model2 } from '@llamaindex/google';
import { ollama as Model3 } from '@llamaindex/ollama';
import { mistral as Model4 } from '@llamaindex/mistral';
import { groq as Model5 } from '@llamaindex/groq';
import { deepseek as Model6 } from '@llamaindex/deepseek';
import { AzureOpenAI as Model7 } from '@llamaindex/azure';
import { bedrock as Model8 } from '@llamaindex/aws';
import { HuggingFaceLLM as Model9 } from '@llamaindex/huggingface';
import { FireworksLLM as Model10 } from '@llamaindex/fireworks';
import { TogetherLLM as Model11 } from '@llamaindex/together';
import { OpenAI as Model12 } from 'llamaindex';
import { Anthropic as Model13 } from 'llamaindex';
import { Ollama as Model14 } from 'llamaindex';
import { Gemini as Model15 } from 'llamaindex';
import { MistralAI as Model16 } from 'llamaindex';

export const models = [
  new Model0({ model: 'm-0-openai' }),
  Model1({ model: 'm-1-anthropic' }),
  Model2({ model: 'm-2-google' }),
  Model3({ model: 'm-3-ollama' }),
  Model4({ model: 'm-4-mistral' }),
  Model5({ model: 'm-5-groq' }),
  Model6({ model: 'm-6-deepseek' }),
  new Model7({ model: 'm-7-azure' }),
  Model8({ model: 'm-8-aws-bedrock' }),
  new Model9({ model: 'm-9-huggingface' }),
  new Model10({ model: 'm-10-fireworks' }),
  new Model11({ model: 'm-11-together' }),
  new Model12({ model: 'm-12-openai' }),
  new Model13({ model: 'm-13-anthropic' }),
  new Model14({ model: 'm-14-ollama' }),
  new Model15({ model: 'm-15-google' }),
  new Model16({ model: 'm-16-mistral' }),
];
`,
    },
    found: [
      'model m-0-openai (openai)',
      'model m-1-anthropic (anthropic)',
      'model m-10-fireworks (fireworks)',
      'model m-11-together (together)',
      'model m-12-openai (openai)',
      'model m-13-anthropic (anthropic)',
      'model m-14-ollama (ollama)',
      'model m-15-google (google)',
      'model m-16-mistral (mistral)',
      'model m-2-google (google)',
      'model m-3-ollama (ollama)',
      'model m-4-mistral (mistral)',
      'model m-5-groq (groq)',
      'model m-6-deepseek (deepseek)',
      'model m-7-azure (azure)',
      'model m-8-aws-bedrock (aws-bedrock)',
      'model m-9-huggingface (huggingface)',
    ],
  },
};
