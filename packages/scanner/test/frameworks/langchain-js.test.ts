import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

describe('LangChain and LangGraph for JavaScript', () => {
  it('yields graphs and agents with what their nodes use', async () => {
    const { names, relations } = await scanSources({
      'src/graph.ts': `
import { TavilySearch } from '@langchain/tavily';
import { ChatAnthropic } from '@langchain/anthropic';
import { DynamicStructuredTool, StructuredTool, tool } from '@langchain/core/tools';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { createReactAgent, ToolNode } from '@langchain/langgraph/prebuilt';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, initChatModel } from 'langchain';
import { z } from 'zod';

const add = tool(async ({ a }) => a, { name: 'add', description: 'Adds.', schema: z.object({ a: z.number() }) });
const dynamic = new DynamicStructuredTool({ name: 'dynamic', description: 'd', schema: z.object({}), func: async () => '' });
class Own extends StructuredTool {
  name = 'own';
  description = 'A class.';
  schema = z.object({});
}
const client = new MultiServerMCPClient({ mcpServers: { math: { command: 'node', args: ['math.js'], transport: 'stdio' } } });
const model = new ChatOpenAI({ model: 'gpt-4.1-mini' });
const callModel = async (state) => model.bindTools([add, dynamic]).invoke(state.messages);
const workflow = new StateGraph(MessagesAnnotation)
  .addNode('agent', callModel)
  .addNode('tools', new ToolNode([add, new TavilySearch()]))
  .addEdge(START, 'agent');
workflow.addEdge('agent', END);
export const graph = workflow.compile();
export const react = createReactAgent({ llm: new ChatAnthropic({ modelName: 'claude-haiku-4-5' }), tools: [new Own(), ...(await client.getTools())], name: 'React' });
export const plain = createAgent({ model: await initChatModel('openai:gpt-5'), tools: [react.asTool, add] });
`,
    });
    expect(names('agent')).toEqual(['React', 'graph', 'plain']);
    expect(names('tool')).toEqual(['TavilySearch', 'add', 'dynamic', 'own']);
    expect(relations()).toEqual([
      'React -mcp_servers-> math',
      'React -models-> claude-haiku-4-5',
      'React -tools-> own',
      'graph -models-> gpt-4.1-mini',
      'graph -tools-> TavilySearch',
      'graph -tools-> add',
      'graph -tools-> dynamic',
      'plain -models-> gpt-5',
      'plain -tools-> add',
    ]);
  });

  it('yields supervisors, swarms, deep agents and executors', async () => {
    const { relations } = await scanSources({
      'a.ts': `
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { createSupervisor } from '@langchain/langgraph-supervisor';
import { createSwarm } from '@langchain/langgraph-swarm';
import { ChatOpenAI } from '@langchain/openai';
import { createDeepAgent } from 'deepagents';
import { AgentExecutor, createToolCallingAgent } from 'langchain/agents';
import { tool } from '@langchain/core/tools';
const llm = new ChatOpenAI({ model: 'gpt-4.1' });
const add = tool(() => 1, { name: 'add', description: 'Adds.' });
const math = createReactAgent({ llm, tools: [add], name: 'math' });
const legacy = createToolCallingAgent({ llm, tools: [add], prompt });
export const executor = new AgentExecutor({ agent: legacy, tools: [add] });
export const chief = createSupervisor({ agents: [math], llm, supervisorName: 'chief' }).compile();
export const swarm = createSwarm({ agents: [math, executor] }).compile();
export const deep = createDeepAgent({ model: 'anthropic:claude-haiku-4-5', tools: [add] });
`,
    });
    expect(relations()).toEqual([
      'chief -models-> gpt-4.1',
      'chief -sub_agents-> math',
      'deep -models-> claude-haiku-4-5',
      'deep -tools-> add',
      'legacy -models-> gpt-4.1',
      'legacy -tools-> add',
      'math -models-> gpt-4.1',
      'math -tools-> add',
      'swarm -sub_agents-> legacy',
      'swarm -sub_agents-> math',
    ]);
  });

  it('ignores the same names in other packages', async () => {
    const { report } = await scanSources({
      'a.ts': `import { StateGraph, tool, ChatOpenAI } from '@other/langchain';\nnew StateGraph({}).addNode('a', () => new ChatOpenAI({ model: 'own' })).compile();\ntool(() => 1, { name: 'x' }); // 'langchain'\n`,
    });
    expect(report.objects).toEqual([]);
  });

  it('yields tools that are bound as descriptions, but not the schema of a structured response', async () => {
    const { names, relations } = await scanSources({
      'graph.ts': `
import { StateGraph } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
const TOOLS = [
  { name: 'price', description: 'The price.', schema: z.object({ ticker: z.string() }) },
  { type: 'function', function: { name: 'buy', description: 'Buys.', parameters: { type: 'object', properties: {} } } },
];
const sell = tool(async () => '', { name: 'sell', description: 'Sells.', schema: z.object({}) });
const llm = new ChatOpenAI({ model: 'gpt-4o-mini' });
async function trade(state) {
  return llm.bindTools(TOOLS, { tool_choice: 'auto' }).withConfig({ tags: [] }).invoke(state.messages);
}
async function route(state) {
  const router = { name: 'route', description: 'The route.', schema: z.object({ to: z.string() }) };
  return llm.bindTools([router, sell], { tool_choice: 'route' }).invoke(state.messages);
}
export const graph = new StateGraph(State).addNode('trade', trade).addNode('route', route).compile();
`,
    });
    expect(names('agent')).toEqual(['graph']);
    expect(names('tool')).toEqual(['buy', 'price', 'sell']);
    expect(relations()).toEqual([
      'graph -models-> gpt-4o-mini',
      'graph -tools-> buy',
      'graph -tools-> price',
      'graph -tools-> sell',
    ]);
  });

  it('yields agents that are loops around a model with bound tools', async () => {
    const { names, relations } = await scanSources({
      'shop.js': `
import { ChatOpenAI } from '@langchain/openai';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
const search = tool(async () => '', { name: 'search', description: 'Searches.', schema: z.object({}) });
const tools = [search];
export async function shopper(messages) {
  const model = new ChatOpenAI({ model: 'gpt-4.1-mini' }).bindTools(tools);
  while (true) {
    const response = await model.invoke(messages);
    if (!response.tool_calls?.length) return response.content;
    for (const call of response.tool_calls)
      messages.push({ role: 'tool', tool_call_id: call.id, content: await search.invoke(call.args) });
  }
}
export async function once(messages) {
  const response = await new ChatOpenAI({ model: 'gpt-4.1-mini' }).bindTools(tools).invoke(messages);
  return response.tool_calls;
}
export async function often(messages) {
  const model = new ChatOpenAI({ model: 'gpt-4.1-nano' });
  while (true) messages.push(await model.invoke(messages));
}
`,
    });
    expect(names('agent')).toEqual(['shopper']);
    expect(relations()).toEqual(['shopper -models-> gpt-4.1-mini', 'shopper -tools-> search']);
  });

  it('yields sub-agents that other calls created once, under the name that they have there', async () => {
    const { names, relations } = await scanSources({
      'deep.ts': `
import { createAgent } from 'langchain';
import { createDeepAgent } from 'deepagents';
const agents = [];
const clerk = { name: 'clerk', description: 'Answers.', runnable: createAgent({ model: 'openai:gpt-5', tools: [] }) };
agents.push(clerk);
agents.push({ name: 'porter', description: 'Carries.', runnable: createAgent({ model: 'openai:gpt-5-mini', name: 'carrier', tools: [] }) });
const g = createAgent({ model: 'openai:gpt-5', tools: [] });
agents.push({ name: 'guard', description: 'Watches.', runnable: g });
agents.push({ name: 'critic', description: 'Reviews.', systemPrompt: 'Review.' });
export const desk = createDeepAgent({ model: 'openai:gpt-5', subagents: agents });
`,
    });
    expect(names('agent')).toEqual(['carrier', 'clerk', 'critic', 'desk', 'guard']);
    expect(relations('sub_agents')).toEqual([
      'desk -sub_agents-> carrier',
      'desk -sub_agents-> clerk',
      'desk -sub_agents-> critic',
      'desk -sub_agents-> guard',
    ]);
  });

  it('tells the sub-agents of one function apart that only their entries name', async () => {
    const { names, relations } = await scanSources({
      'setup.ts': `
import { createAgent } from 'langchain';
import { createDeepAgent } from 'deepagents';
export const setup = async (tools, on) => {
  const agents = [];
  if (on.echo) agents.push({ name: 'echo', description: 'Echoes.', runnable: createAgent({ model: 'openai:gpt-5', tools }) });
  if (on.plan) agents.push({ name: 'plan', description: 'Plans.', runnable: createAgent({ model: 'openai:gpt-5', tools }) });
  return createDeepAgent({ model: 'openai:gpt-5', name: 'desk', subagents: agents });
};
`,
    });
    expect(names('agent')).toEqual(['desk', 'echo', 'plan']);
    expect(relations('sub_agents')).toEqual(['desk -sub_agents-> echo', 'desk -sub_agents-> plan']);
  });
});
