import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

/** The levels of the agents of a file by their names. */
async function levels(path: string, source: string): Promise<Record<string, unknown>> {
  const { report } = await scanSources({ [path]: source });
  return Object.fromEntries(
    report.document.objects.flatMap((object) =>
      object.object_type === 'agent' ? [[object.aispm_friendly_name, object.autonomy_level]] : [],
    ),
  );
}

describe('tools that a person has to approve', () => {
  it.each<[string, string, string, Record<string, unknown>]>([
    [
      'OpenAI Agents SDK',
      'a.py',
      `from agents import Agent, function_tool, HostedMCPTool

@function_tool(needs_approval=True)
def refund(order: str) -> str: return order

async def large(context, params, call_id): return params["amount"] > 100

@function_tool(needs_approval=large)
def pay(amount: int) -> str: return "x"

@function_tool
def lookup(order: str) -> str: return order

@function_tool(needs_approval=False)
def free(order: str) -> str: return order

each = Agent(name="Each", tools=[refund])
some = Agent(name="Some", tools=[refund, lookup])
decides = Agent(name="Decides", tools=[pay])
none = Agent(name="None", tools=[lookup, free])
delegates = Agent(name="Delegates", tools=[refund], handoffs=[none])
unknown = Agent(name="Unknown", tools=[refund, load()])
hosted = Agent(name="Hosted", tools=[HostedMCPTool(tool_config={"type": "mcp", "server_label": "x", "server_url": "https://x.example.com", "require_approval": "always"})])
trusted = Agent(name="Trusted", tools=[HostedMCPTool(tool_config={"type": "mcp", "server_label": "y", "server_url": "https://y.example.com", "require_approval": "never"})])
`,
      {
        Each: 'human_in_loop',
        Some: 'supervised',
        Decides: 'supervised',
        None: undefined,
        Delegates: 'supervised',
        Unknown: 'supervised',
        Hosted: 'human_in_loop',
        Trusted: undefined,
      },
    ],
    [
      'OpenAI Agents SDK for JavaScript',
      'a.ts',
      `import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
const refund = tool({ name: 'refund', description: 'x', parameters: z.object({}), needsApproval: true, execute: async () => '' });
const pay = tool({ name: 'pay', description: 'x', parameters: z.object({}), needsApproval: async (_, { amount }) => amount > 5, execute: async () => '' });
export const each = new Agent({ name: 'Each', tools: [refund] });
export const some = new Agent({ name: 'Some', tools: [refund, pay] });
`,
      { Each: 'human_in_loop', Some: 'supervised' },
    ],
    [
      'Pydantic AI',
      'a.py',
      `from pydantic_ai import Agent, ApprovalRequired, RunContext

each = Agent("openai:gpt-5", name="each")
waits = Agent("openai:gpt-5", name="waits")
none = Agent("openai:gpt-5", name="none")

@each.tool_plain(requires_approval=True)
def delete(path: str) -> str: return path

@waits.tool
def update(ctx: RunContext, path: str) -> str:
    if path == ".env" and not ctx.tool_call_approved:
        raise ApprovalRequired()
    return path

@none.tool_plain
def read(path: str) -> str: return path
`,
      { each: 'human_in_loop', waits: 'supervised', none: undefined },
    ],
    [
      'Google ADK',
      'a.py',
      `from google.adk.agents import Agent
from google.adk.tools import FunctionTool, ToolContext

def pay(amount: int) -> str: return "x"
def book(days: int, tool_context: ToolContext) -> str:
    tool_context.request_confirmation(hint="Approve?")
    return "x"

each = Agent(name="each", model="gemini-2.5-flash", tools=[FunctionTool(pay, require_confirmation=True)])
waits = Agent(name="waits", model="gemini-2.5-flash", tools=[book])
`,
      { each: 'human_in_loop', waits: 'supervised' },
    ],
    [
      'Microsoft Agent Framework',
      'a.py',
      `from agent_framework import ChatAgent, MCPStdioTool, ai_function
from agent_framework.openai import OpenAIChatClient

@ai_function(approval_mode="always_require")
def wire(amount: int) -> str: return "x"

@ai_function(approval_mode="never_require")
def look(amount: int) -> str: return "x"

each = ChatAgent(chat_client=OpenAIChatClient(), name="each", tools=[wire])
none = ChatAgent(chat_client=OpenAIChatClient(), name="none", tools=[look])
server = ChatAgent(chat_client=OpenAIChatClient(), name="server", tools=[MCPStdioTool(name="files", command="npx", args=["files"], approval_mode="always_require")])
`,
      { each: 'human_in_loop', none: undefined, server: 'human_in_loop' },
    ],
    [
      'Vercel AI SDK',
      'a.ts',
      `import { ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';
const run = tool({ description: 'x', inputSchema: z.object({}), needsApproval: true, execute: async () => '' });
export const each = new ToolLoopAgent({ id: 'each', model: 'openai/gpt-5', tools: { run } });
`,
      { each: 'human_in_loop' },
    ],
    [
      'Mastra',
      'a.ts',
      `import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
const run = createTool({ id: 'run', description: 'x', requireApproval: true, execute: async () => ({}) });
const read = createTool({ id: 'read', description: 'x', execute: async () => ({}) });
export const each = new Agent({ name: 'each', instructions: 'x', model: 'openai/gpt-5', tools: { run } });
export const all = new Agent({ name: 'all', instructions: 'x', model: 'openai/gpt-5', tools: { read }, defaultOptions: { requireToolApproval: true } });
`,
      { each: 'human_in_loop', all: 'human_in_loop' },
    ],
    [
      'Google ADK for TypeScript',
      'a.ts',
      `import { FunctionTool, LlmAgent } from '@google/adk';
const pay = new FunctionTool({ name: 'pay', description: 'x', requireConfirmation: true, execute: async () => '' });
export const each = new LlmAgent({ name: 'each', model: 'gemini-2.5-flash', tools: [pay] });
`,
      { each: 'human_in_loop' },
    ],
    [
      'LlamaIndex',
      'a.py',
      `from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.workflow import Context, HumanResponseEvent, InputRequiredEvent
from llama_index.llms.openai import OpenAI

async def danger(ctx: Context) -> str:
    response = await ctx.wait_for_event(HumanResponseEvent, waiter_event=InputRequiredEvent(prefix="Sure?"))
    return response.response

waits = FunctionAgent(name="waits", tools=[danger], llm=OpenAI(model="gpt-4o-mini"))
`,
      { waits: 'supervised' },
    ],
  ])('are known of %s', async (_, path, source, expected) => {
    expect(await levels(path, source)).toEqual(expected);
  });
});

describe('settings of agents', () => {
  it.each<[string, string, string, Record<string, unknown>]>([
    [
      'LangGraph',
      'a.py',
      `from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.tools import tool
from langgraph.graph import StateGraph
from langgraph.prebuilt import create_react_agent
from langgraph.types import interrupt
from deepagents import create_deep_agent

@tool
def send(text: str) -> str:
    "Sends."
    return text

@tool
def read(text: str) -> str:
    "Reads."
    return text

@tool
def ask(text: str) -> str:
    "Asks."
    return interrupt({"question": text})

before = create_react_agent("openai:gpt-5", tools=[send], interrupt_before=["tools"], name="before")
after = create_react_agent("openai:gpt-5", tools=[send], interrupt_after=["agent"], name="after")
covered = create_agent("openai:gpt-5", tools=[send], name="covered", middleware=[HumanInTheLoopMiddleware(interrupt_on={"send": True, "read": False})])
partly = create_agent("openai:gpt-5", tools=[send, read], name="partly", middleware=[HumanInTheLoopMiddleware(interrupt_on={"send": True, "read": False})])
deep = create_deep_agent(model="openai:gpt-5", tools=[send], name="deep", interrupt_on={"send": {"allowed_decisions": ["approve"]}})
asks = create_agent("openai:gpt-5", tools=[ask], name="asks")
plain = create_agent("openai:gpt-5", tools=[send], name="plain")

def review(state): return interrupt("Continue?")
def work(state): return state

flow = StateGraph(dict)
flow.add_node("review", review)
reviewed = flow.compile(name="reviewed")
other = StateGraph(dict)
other.add_node("work", work)
stopped = other.compile(name="stopped", interrupt_before=["work"])
`,
      {
        before: 'human_in_loop',
        after: 'supervised',
        covered: 'human_in_loop',
        partly: 'supervised',
        deep: 'human_in_loop',
        asks: 'supervised',
        plain: undefined,
        reviewed: 'supervised',
        stopped: 'supervised',
      },
    ],
    [
      'LangGraph for JavaScript',
      'a.ts',
      `import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { interrupt } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
const send = tool(async () => '', { name: 'send', description: 'x' });
const ask = tool(async () => interrupt('Sure?'), { name: 'ask', description: 'x' });
export const before = createReactAgent({ llm: 'openai:gpt-5', tools: [send], name: 'before', interruptBefore: ['tools'] });
export const covered = createAgent({ name: 'covered', model: 'openai:gpt-5', tools: [send], middleware: [humanInTheLoopMiddleware({ interruptOn: { send: true } })] });
export const asks = createAgent({ name: 'asks', model: 'openai:gpt-5', tools: [ask] });
`,
      { before: 'human_in_loop', covered: 'human_in_loop', asks: 'supervised' },
    ],
    [
      'AutoGen',
      'a.py',
      `from autogen import ConversableAgent, UserProxyAgent
always = ConversableAgent("always", human_input_mode="ALWAYS")
ends = UserProxyAgent("ends", human_input_mode="TERMINATE")
never = ConversableAgent(name="never", human_input_mode="NEVER")
default = ConversableAgent(name="default")
chosen = ConversableAgent(name="chosen", human_input_mode="NEVER" if debug else "ALWAYS")
`,
      { always: 'human_in_loop', ends: 'supervised', never: 'autonomous', default: undefined, chosen: undefined },
    ],
    [
      'CrewAI',
      'a.py',
      `from crewai import Agent, Task
writer = Agent(role="Writer", goal="x", backstory="y")
editor = Agent(role="Editor", goal="x", backstory="y")
draft = Task(description="x", expected_output="y", agent=writer, human_input=True)
edit = Task(description="x", expected_output="y", agent=editor, human_input=False)
`,
      { Writer: 'supervised', Editor: undefined },
    ],
    [
      'Claude Agent SDK',
      'a.py',
      `from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient
async def check(name, data, context): ...
free = ClaudeSDKClient(options=ClaudeAgentOptions(permission_mode="bypassPermissions"))
plans = ClaudeSDKClient(options=ClaudeAgentOptions(permission_mode="plan"))
edits = ClaudeSDKClient(options=ClaudeAgentOptions(permission_mode="acceptEdits"))
asks = ClaudeSDKClient(options=ClaudeAgentOptions(can_use_tool=check))
plain = ClaudeSDKClient(options=ClaudeAgentOptions())
`,
      { free: 'autonomous', plans: 'human_in_loop', edits: 'supervised', asks: 'supervised', plain: undefined },
    ],
    [
      'Claude Agent SDK for TypeScript',
      'a.ts',
      `import { query } from '@anthropic-ai/claude-agent-sdk';
export function free() { return query({ prompt: 'x', options: { permissionMode: 'bypassPermissions' } }); }
export function asks() { return query({ prompt: 'x', options: { canUseTool: async () => ({ behavior: 'allow' }) } }); }
export function plain() { return query({ prompt: 'x', options: {} }); }
`,
      { free: 'autonomous', asks: 'supervised', plain: undefined },
    ],
    [
      'agent files',
      '.claude/agents/fixer.md',
      '---\nname: fixer\ndescription: Fixes.\npermissionMode: bypassPermissions\n---\nFix.\n',
      { fixer: 'autonomous' },
    ],
  ])('are known of %s', async (_, path, source, expected) => {
    expect(await levels(path, source)).toEqual(expected);
  });
});
