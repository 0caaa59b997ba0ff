import type { CatalogueCase } from '../find.ts';

export const LANGCHAIN_JS_CASES: Readonly<Record<string, CatalogueCase>> = {
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
  'LangGraph for JavaScript, approval': {
    sources: {
      'a.ts': `import { createAgent, tool } from 'langchain';
import { interrupt } from '@langchain/langgraph';
const ask = tool(async () => interrupt('Sure?'), { name: 'ask', description: 'x' });
export const asks = createAgent({ name: 'asks', model: 'openai:gpt-5', tools: [ask] });
`,
    },
    found: ['agent asks (supervised)', 'asks -models-> gpt-5', 'asks -tools-> ask', 'model gpt-5 (openai)', 'tool ask'],
  },
  'LangChain for JavaScript, a loop': {
    sources: {
      'shop.js': `
import { ChatOpenAI } from '@langchain/openai';
import { tool } from '@langchain/core/tools';
const search = tool(async () => '', { name: 'search', description: 'Searches.', schema: {} });
export async function shopper(messages) {
  const model = new ChatOpenAI({ model: 'gpt-4.1-mini' }).bindTools([search]);
  while (true) {
    const response = await model.invoke(messages);
    if (!response.tool_calls?.length) return response.content;
    for (const call of response.tool_calls)
      messages.push({ role: 'tool', tool_call_id: call.id, content: await search.invoke(call.args) });
  }
}
`,
    },
    found: [
      'agent shopper',
      'model gpt-4.1-mini (openai)',
      'shopper -models-> gpt-4.1-mini',
      'shopper -tools-> search',
      'tool search',
    ],
  },
  'LangGraph and LangChain (JavaScript), tools of a connected client': {
    sources: {
      'a.ts': `import { loadMcpTools } from '@langchain/mcp-adapters';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createAgent } from 'langchain';
const client = new Client({ name: 'desk', version: '1.0.0' });
const files = new StdioClientTransport({ command: 'npx', args: ['files'] });
await client.connect(files);
const other = new Client({ name: 'other', version: '1.0.0' });
await other.connect(new StdioClientTransport({ command: 'npx', args: ['others'] }));
export const clerk = createAgent({ name: 'clerk', model: 'openai:gpt-4.1', tools: await loadMcpTools('files', client) });
`,
    },
    found: [
      'agent clerk',
      'clerk -mcp_servers-> files',
      'clerk -models-> gpt-4.1',
      'mcp_server files (stdio)',
      'mcp_server others (stdio)',
      'model gpt-4.1 (openai)',
    ],
  },
};
