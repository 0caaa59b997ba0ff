/** Calls that wait for a person, loops that an SDK runs, and tools of builders. */
import type { CatalogueCase } from './find.ts';

export const LATER_CASES: Readonly<Record<string, CatalogueCase>> = {
  'LangGraph, agents with a configuration': {
    sources: {
      'a.py': `from deepagents import create_deep_agent
from langchain.agents import create_agent
from langgraph_supervisor import create_supervisor

inner = create_agent("openai:gpt-5", tools=[], name="inner").with_config({})
deep = create_deep_agent(tools=[], name="deep").with_config({})
outer = create_supervisor([inner, deep], supervisor_name="outer")
`,
    },
    found: [
      'agent deep',
      'agent inner',
      'agent outer',
      'inner -models-> gpt-5',
      'model gpt-5 (openai)',
      'outer -sub_agents-> deep',
      'outer -sub_agents-> inner',
    ],
  },
  'LangGraph, approval': {
    sources: {
      'a.py': `from langchain.agents import create_agent
from langchain_core.tools import tool
from langgraph.types import interrupt

@tool
def ask(text: str) -> str:
    "Asks."
    return interrupt({"question": text})

asks = create_agent("openai:gpt-5", tools=[ask], name="asks")
`,
    },
    found: ['agent asks (supervised)', 'asks -models-> gpt-5', 'asks -tools-> ask', 'model gpt-5 (openai)', 'tool ask'],
  },
  'CrewAI, approval': {
    sources: {
      'a.py': `from crewai import Agent, Task
writer = Agent(role="Writer", goal="x", backstory="y")
draft = Task(description="x", expected_output="y", agent=writer, human_input=True)
`,
    },
    found: ['agent Writer (supervised)'],
  },
  'LlamaIndex, approval': {
    sources: {
      'a.py': `from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.workflow import Context, HumanResponseEvent, InputRequiredEvent

async def danger(ctx: Context) -> str:
    response = await ctx.wait_for_event(HumanResponseEvent, waiter_event=InputRequiredEvent(prefix="Sure?"))
    return response.response

waits = FunctionAgent(name="waits", tools=[danger])
`,
    },
    found: ['agent waits (supervised)', 'tool danger', 'waits -tools-> danger'],
  },
  'Pydantic AI, approval': {
    sources: {
      'a.py': `from pydantic_ai import Agent, ApprovalRequired, RunContext
waits = Agent("openai:gpt-5", name="waits")

@waits.tool
def update(ctx: RunContext, path: str) -> str:
    if path == ".env":
        raise ApprovalRequired()
    return path
`,
    },
    found: [
      'agent waits (supervised)',
      'model gpt-5 (openai)',
      'tool update',
      'waits -models-> gpt-5',
      'waits -tools-> update',
    ],
  },
  'AutoGen, settings around agents and in files': {
    sources: {
      'a.py': `from autogen import ConversableAgent, LLMConfig, config_list_from_json
settings = LLMConfig(model="gpt-5")
with settings:
    clerk = ConversableAgent("clerk")
    with LLMConfig({"model": "gpt-5-mini"}) as inner:
        porter = ConversableAgent("porter")
    silent = ConversableAgent("silent", llm_config=False)
outside = ConversableAgent("outside")
guard = ConversableAgent("guard", llm_config={"config_list": config_list_from_json("desk-models.json")})
`,
      'desk-models.json': '[{"model": "gpt-5-nano"}]',
    },
    found: [
      'agent clerk',
      'agent guard',
      'agent outside',
      'agent porter',
      'agent silent',
      'clerk -models-> gpt-5',
      'guard -models-> gpt-5-nano',
      'model gpt-5 (openai)',
      'model gpt-5-mini (openai)',
      'model gpt-5-nano (openai)',
      'porter -models-> gpt-5-mini',
    ],
  },
  'AutoGen, second generation': {
    sources: {
      'a.py': `from autogen.beta import Agent, tool
from autogen.beta.config import AnthropicConfig, DashScopeConfig, GeminiConfig, OllamaConfig, OpenAIConfig, OpenAIResponsesConfig, VertexAIConfig
from autogen.beta.tools import MCPServerConfig, MCPServerTool, MCPStdioServerConfig, MCPToolkit, WebFetchTool, WebSearchTool
from autogen.beta.tools.subagents import subagent_tool

@tool
def find(order: str) -> str:
    """Finds an order."""
    return order

clerk = Agent("clerk", prompt="Help.", config=OpenAIConfig(model="gpt-5"), tools=[find, WebSearchTool(), WebFetchTool()])

@clerk.tool
def send(order: str) -> str:
    """Sends an order."""
    return order

porter = Agent(name="porter", config=GeminiConfig("gemini-3-flash"), tools=[clerk.as_tool(description="x")])
guard = Agent("guard", config=AnthropicConfig(model="claude-sonnet-4-6"), tools=[subagent_tool(porter, description="x")])
desk = Agent(
    "desk",
    config=OllamaConfig(model="llama3.2"),
    tools=[
        MCPToolkit(MCPStdioServerConfig(command="npx", args=["files-server"], server_label="files")),
        MCPToolkit(MCPServerConfig(server_url="https://tides.example.com/mcp", server_label="tides")),
        MCPServerTool(server_url="https://ships.example.com/mcp", server_label="ships"),
    ],
)
others = [DashScopeConfig(model="qwen3-max"), OpenAIResponsesConfig(model="gpt-5-mini"), VertexAIConfig(model="gemini-3-pro")]
`,
    },
    found: [
      'agent clerk',
      'agent desk',
      'agent guard',
      'agent porter',
      'clerk -models-> gpt-5',
      'clerk -tools-> WebFetchTool',
      'clerk -tools-> WebSearchTool',
      'clerk -tools-> find',
      'clerk -tools-> send',
      'desk -mcp_servers-> files',
      'desk -mcp_servers-> ships',
      'desk -mcp_servers-> tides',
      'desk -models-> llama3.2',
      'guard -models-> claude-sonnet-4-6',
      'guard -sub_agents-> porter',
      'mcp_server files (stdio)',
      'mcp_server ships (streamable-http)',
      'mcp_server tides (streamable-http)',
      'model claude-sonnet-4-6 (anthropic)',
      'model gemini-3-flash (google)',
      'model gemini-3-pro (google-vertex)',
      'model gpt-5 (openai)',
      'model gpt-5-mini (openai)',
      'model llama3.2 (ollama)',
      'model qwen3-max (alibaba)',
      'porter -models-> gemini-3-flash',
      'porter -sub_agents-> clerk',
      'tool WebFetchTool',
      'tool WebSearchTool',
      'tool find',
      'tool send',
    ],
  },
  'LangChain, managed deep agents': {
    sources: {
      'agent.py': `from managed_deepagents import define_deep_agent

def find(order: str) -> str:
    """Finds an order."""
    return order

agent = define_deep_agent(name="docs_agent", model="google_genai:gemini-3-flash", tools=[find])
`,
    },
    found: [
      'agent docs_agent',
      'docs_agent -models-> gemini-3-flash',
      'docs_agent -tools-> find',
      'model gemini-3-flash (google)',
      'tool find',
    ],
  },
  'Azure AI Agents, client of a connection': {
    sources: {
      'agent.py': `from azure.ai.projects.aio import AIProjectClient
class Desk:
    async def start(self):
        self.client = AIProjectClient.from_connection_string(credential=None, conn_str="x")
        self.agent = await self.client.agents.create_agent(model="gpt-4o", name="clerk", instructions="Help.")
`,
    },
    found: ['agent clerk', 'clerk -models-> gpt-4o', 'model gpt-4o (openai)'],
  },
  'Google ADK, activities of Temporal': {
    sources: {
      'a.py': `import temporalio.contrib.google_adk_agents.workflow
from google.adk.agents import Agent
from agents import Agent as OpenAiAgent
from temporalio.contrib import openai_agents as temporal_agents
from temporalio.contrib.deepagents import create_temporal_deep_agent
from temporalio.contrib.google_adk_agents import TemporalModel

def find(order: str) -> str:
    """Finds an order."""
    return order

def send(order: str) -> str:
    """Sends an order."""
    return order

tool = temporalio.contrib.google_adk_agents.workflow.activity_tool(find)
clerk = Agent(name="clerk", model=TemporalModel("gemini-2.5-flash"), tools=[tool])
porter = OpenAiAgent(name="porter", tools=[temporal_agents.workflow.activity_as_tool(send)])
guard = create_temporal_deep_agent(name="guard", model="anthropic:claude-sonnet-4-5")
`,
    },
    found: [
      'agent clerk',
      'agent guard',
      'agent porter',
      'clerk -models-> gemini-2.5-flash',
      'clerk -tools-> find',
      'guard -models-> claude-sonnet-4-5',
      'model claude-sonnet-4-5 (anthropic)',
      'model gemini-2.5-flash (google)',
      'porter -tools-> send',
      'tool find',
      'tool send',
    ],
  },
  'AutoGen, objects of factories': {
    sources: {
      'a.py': `from autogen_core import RoutedAgent, SingleThreadedAgentRuntime
from autogen_core.tools import FunctionTool
from autogen_ext.models.openai import OpenAIChatCompletionClient

def find(order: str) -> str:
    return order

class Clerk(RoutedAgent):
    def __init__(self, description, model_client, tool_schema):
        super().__init__(description)
        self._client = model_client
        self._schema = tool_schema

async def main(runtime: SingleThreadedAgentRuntime):
    client = OpenAIChatCompletionClient(model="gpt-5")
    tools = [FunctionTool(find, name="find_order", description="Finds.")]
    await Clerk.register(runtime, "clerk", lambda: Clerk("A clerk.", client, tool_schema=[tool.schema for tool in tools]))
`,
    },
    found: [
      'Clerk -models-> gpt-5',
      'Clerk -tools-> find_order',
      'agent Clerk',
      'model gpt-5 (openai)',
      'tool find_order',
    ],
  },
  'Pydantic AI, settings of MCP servers': {
    sources: {
      'a.py': `from pydantic_ai import Agent
from pydantic_ai.mcp import load_mcp_servers
agent = Agent("openai:gpt-5", name="clerk", toolsets=load_mcp_servers("desk-servers.json"))
`,
      'desk-servers.json': '{"servers": {"files": {"command": "npx", "args": ["files-server"]}}}',
    },
    found: [
      'agent clerk',
      'clerk -mcp_servers-> files',
      'clerk -models-> gpt-5',
      'mcp_server files (stdio)',
      'model gpt-5 (openai)',
    ],
  },
  'Google ADK, approval': {
    sources: {
      'a.py': `from google.adk.agents import Agent
from google.adk.tools import ToolContext

def book(days: int, tool_context: ToolContext) -> str:
    tool_context.request_confirmation(hint="Approve?")
    return "x"

waits = Agent(name="waits", model="gemini-2.5-flash", tools=[book])
`,
    },
    found: [
      'agent waits (supervised)',
      'model gemini-2.5-flash (google)',
      'tool book',
      'waits -models-> gemini-2.5-flash',
      'waits -tools-> book',
    ],
  },
  'Anthropic, runner of tools': {
    sources: {
      'a.py': `from anthropic import Anthropic, beta_tool
client = Anthropic()

@beta_tool
def area(radius: float) -> str: return "x"

runner = client.beta.messages.tool_runner(model="claude-sonnet-4-5", tools=[area], messages=[])
`,
    },
    found: [
      'agent runner',
      'model claude-sonnet-4-5 (anthropic)',
      'runner -models-> claude-sonnet-4-5',
      'runner -tools-> area',
      'tool area',
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
  'Java, builders of tools': {
    sources: {
      'src/main/java/desk/Beans.java': `package desk;
import io.modelcontextprotocol.spec.McpSchema;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;
class Beans {
  ToolCallback order() {
    return FunctionToolCallback.builder("order_stock", (Input input) -> input.text()).inputType(Input.class).build();
  }
  Object back() {
    return McpSchema.Tool.builder().name("return_stock").description("Takes stock back.").build();
  }
}
`,
    },
    found: ['tool order_stock', 'tool return_stock'],
  },
  'LangGraph, agents that hand over by name': {
    sources: {
      'a.py': `from langchain.agents import create_agent
from langgraph_supervisor import create_handoff_tool as supervise
from langgraph_swarm import create_handoff_tool

first = create_agent("openai:gpt-5", tools=[create_handoff_tool(agent_name="Second One")], name="first")
second = create_agent("openai:gpt-5", tools=[supervise(agent_name="first", name="ask")], name="Second One")
`,
    },
    found: [
      'Second One -models-> gpt-5',
      'Second One -sub_agents-> first',
      'Second One -tools-> ask',
      'agent Second One',
      'agent first',
      'first -models-> gpt-5',
      'first -sub_agents-> Second One',
      'first -tools-> transfer_to_second_one',
      'model gpt-5 (openai)',
      'tool ask',
      'tool transfer_to_second_one',
    ],
  },
  'LlamaIndex, agents that hand over by name': {
    sources: {
      'a.py': `from llama_index.core.agent.workflow import FunctionAgent

first = FunctionAgent(name="First", can_handoff_to=["Second", "Missing"])
second = FunctionAgent(name="Second")
`,
      'b.py': `from llama_index.core.agent.workflow import FunctionAgent

other = FunctionAgent(name="Second")
`,
    },
    found: ['First -sub_agents-> Second', 'agent First', 'agent Second', 'agent Second'],
  },
  'LlamaIndex, a workflow that executes tools': {
    sources: {
      'a.py': `from llama_index.core.llms import ChatMessage
from llama_index.core.workflow import Context, Workflow, step

def add(a: int) -> int:
    return a

class Desk(Workflow):
    @step
    async def ask(self, ctx: Context, ev):
        model = await ctx.get("model")
        return await model.achat_with_tools([add], chat_history=[])

    @step
    async def act(self, ctx: Context, ev):
        return ChatMessage(role="tool", content="x")

class Once(Workflow):
    @step
    async def ask(self, ctx: Context, ev):
        model = await ctx.get("model")
        return await model.astream_chat_with_tools([add], chat_history=[])

class Streams(Workflow):
    @step
    def ask(self, ctx: Context, ev):
        for call in ctx.get("model").chat_with_tools([add]).tool_calls:
            ctx.get("model").stream_chat_with_tools([add])
`,
    },
    found: ['Desk -tools-> add', 'Streams -tools-> add', 'agent Desk', 'agent Streams', 'tool add'],
  },
  'LlamaIndex (TypeScript), a loop that executes tools': {
    sources: {
      'a.ts': `import { openai } from '@llamaindex/openai';
import { tool } from 'llamaindex';

async function ask() {
  const llm = openai({ model: 'gpt-5' });
  for (;;) {
    const { toolCalls } = await llm.exec({ messages: [], tools: [tool({ name: 'weather', parameters: {} })] });
    if (toolCalls.length === 0) return;
  }
}
`,
    },
    found: ['agent ask', 'ask -models-> gpt-5', 'ask -tools-> weather', 'model gpt-5 (openai)', 'tool weather'],
  },
  'Semantic Kernel, definitions, hosted tools and handoffs': {
    sources: {
      'a.py': `from semantic_kernel.agents import AgentRegistry, ChatCompletionAgent, OpenAIResponsesAgent, OrchestrationHandoffs

SPEC = """
type: chat_completion_agent
name: Host
model:
  id: gpt-4.1
"""

async def main():
    host = await AgentRegistry.create_from_yaml(SPEC)
    search = OpenAIResponsesAgent.configure_web_search_tool()
    files = OpenAIResponsesAgent.configure_file_search_tool("id")
    code, resources = OpenAIResponsesAgent.configure_code_interpreter_tool()
    news = OpenAIResponsesAgent(name="News", tools=[search, files, code])
    triage = ChatCompletionAgent(name="Triage")
    return (
        OrchestrationHandoffs()
        .add_many(source_agent=triage.name, target_agents={news.name: "For news."})
        .add(source_agent=news, target_agent=triage, description="For the rest.")
    )
`,
    },
    found: [
      'Host -models-> gpt-4.1',
      'News -sub_agents-> Triage',
      'News -tools-> code_interpreter',
      'News -tools-> file_search',
      'News -tools-> web_search',
      'Triage -sub_agents-> News',
      'agent Host',
      'agent News',
      'agent Triage',
      'model gpt-4.1 (openai)',
      'tool code_interpreter',
      'tool file_search',
      'tool web_search',
    ],
  },
  'Semantic Kernel, agents of services': {
    sources: {
      'a.py': `from azure.ai.agents.models import CodeInterpreterTool, McpTool, OpenApiTool
from semantic_kernel.agents import AzureAIAgent, OpenAIAssistantAgent

async def main():
    async with AzureAIAgent.create_client() as client:
        docs = McpTool(server_label="docs", server_url="https://docs.example.com/mcp")
        definition = await client.agents.create_agent(
            model="gpt-4o", tools=docs.definitions + OpenApiTool(name="weather", spec={}).definitions
        )
        first = AzureAIAgent(client=client, definition=definition)
    other = OpenAIAssistantAgent.create_client()
    made = await other.beta.assistants.create(model="gpt-4.1", tools=CodeInterpreterTool().definitions)
    second = OpenAIAssistantAgent(client=other, definition=made)
    await other.beta.assistants.create(model="gpt-5")
`,
    },
    found: [
      'agent first',
      'agent second',
      'first -mcp_servers-> docs',
      'first -models-> gpt-4o',
      'first -tools-> weather',
      'mcp_server docs (streamable-http)',
      'model gpt-4.1 (openai)',
      'model gpt-4o (openai)',
      'model gpt-5 (openai)',
      'second -models-> gpt-4.1',
      'second -tools-> CodeInterpreterTool',
      'tool CodeInterpreterTool',
      'tool weather',
    ],
  },
  'Azure AI Agents': {
    sources: {
      'a.py': `from azure.ai.projects import AIProjectClient
from azure.ai.agents.models import (AzureAISearchTool, BingCustomSearchTool, BingGroundingTool, BrowserAutomationTool,
    ComputerUseTool, ConnectedAgentTool, DeepResearchTool, FabricTool, FileSearchTool, FunctionTool, SharepointTool)

def look_up(order: str) -> str:
    return order

client = AIProjectClient()
desk = client.agents.create_agent(model="gpt-4o", name="desk", tools=[
    AzureAISearchTool(), BingCustomSearchTool(), BingGroundingTool(), BrowserAutomationTool(), ComputerUseTool(),
    ConnectedAgentTool(), DeepResearchTool(), FabricTool(), FileSearchTool(), FunctionTool({look_up}), SharepointTool()])
`,
    },
    found: [
      'agent desk',
      ...[
        'AzureAISearchTool',
        'BingCustomSearchTool',
        'BingGroundingTool',
        'BrowserAutomationTool',
        'ComputerUseTool',
        'ConnectedAgentTool',
        'DeepResearchTool',
        'FabricTool',
        'FileSearchTool',
        'SharepointTool',
        'look_up',
      ].flatMap((name) => [`desk -tools-> ${name}`, `tool ${name}`]),
      'desk -models-> gpt-4o',
      'model gpt-4o (openai)',
    ].sort(),
  },
  'Agent Framework, tools of one run, and handoffs': {
    sources: {
      'a.py': `from agent_framework import Agent, FunctionTool, HandoffBuilder
from agent_framework.openai import OpenAIChatClient

def add(a: int) -> int:
    return a

async def main():
    client = OpenAIChatClient()
    sums = Agent(client=client, name="Sums")
    tool = FunctionTool.from_dict({"name": "count", "description": "Counts."})
    other = Agent(client=client, name="Other", tools=[tool, client.get_shell_tool(func=add)])
    await sums.run("1 + 2", tools=[add])
    HandoffBuilder(participants=[sums, other]).with_start_agent(sums).add_handoff(sums, [other]).build()
`,
    },
    found: [
      'Other -tools-> count',
      'Other -tools-> shell',
      'Sums -sub_agents-> Other',
      'Sums -tools-> add',
      'agent Other',
      'agent Sums',
      'tool add',
      'tool count',
      'tool shell',
    ],
  },
  'AutoGen, agents of a runtime': {
    sources: {
      'a.py': `from autogen_core import RoutedAgent, SingleThreadedAgentRuntime
from autogen_ext.models.openai import OpenAIChatCompletionClient

class Desk(RoutedAgent):
    def __init__(self, client):
        super().__init__("A desk")
        self._client = client

    async def handle(self, message, ctx):
        return await self._client.create([])

async def main():
    runtime = SingleThreadedAgentRuntime()
    await Desk.register(runtime, "desk", lambda: Desk(OpenAIChatCompletionClient(model="gpt-5")))
`,
    },
    found: ['Desk -models-> gpt-5', 'agent Desk', 'model gpt-5 (openai)'],
  },
  'FastMCP, a provider of tools': {
    sources: {
      'a.py': `from fastmcp import FastMCP
from fastmcp.server.providers import LocalProvider

shared = LocalProvider()

@shared.tool(version="1.0")
def process(data: str) -> str:
    return data

desk = FastMCP("desk", providers=[shared])
`,
    },
    found: ['desk -tools-> process', 'mcp_server desk (stdio)', 'tool process'],
  },
  'OpenAI Agents SDK, models of extensions': {
    sources: {
      'a.py': `from agents import Agent
from agents.extensions.experimental.hosted import OpenAIHostedMultiAgentModel

desk = Agent(name="Desk", model=OpenAIHostedMultiAgentModel(model="gpt-5", config={"agents": 3}))
`,
    },
    found: ['Desk -models-> gpt-5', 'agent Desk', 'model gpt-5 (openai)'],
  },
  'LangChain, tools of providers': {
    sources: {
      'a.py': `from langchain.agents import create_agent

def tools_of(kind):
    if kind == "anthropic":
        return [{"type": "web_search_20250305", "name": "web_search", "max_uses": 5}]
    return [{"type": "web_search_preview"}]

desk = create_agent("openai:gpt-5", tools=tools_of(input()), name="desk")
`,
    },
    found: [
      'agent desk',
      'desk -models-> gpt-5',
      'desk -tools-> web_search',
      'desk -tools-> web_search_preview',
      'model gpt-5 (openai)',
      'tool web_search',
      'tool web_search_preview',
    ],
  },
  'MCP SDK, a server of an application, and a tool whose name is not known': {
    sources: {
      'a.py': `import mcp.types as types
from fastapi_mcp import FastApiMCP

desk = FastApiMCP(app, name="desk")

def convert(operation):
    return types.Tool(name=operation["id"], description="x", inputSchema={})
`,
    },
    found: ['mcp_server desk (stdio)'],
  },
  'Java, tools of the utilities of Spring AI and of builders': {
    sources: {
      'src/Stock.java': `package desk;
import org.springframework.ai.tool.annotation.Tool;
public class Stock {
  @Tool(description = "Does.")
  public String refill(String order) { return ""; }
}
`,
      'src/Server.java': `package desk;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.spec.McpSchema;
import org.springframework.ai.mcp.McpToolUtils;
import org.springframework.ai.tool.method.MethodToolCallbackProvider;
class Server {
  Object start(Transport transport) {
    var provider = MethodToolCallbackProvider.builder().toolObjects(new Stock()).build();
    var tool = McpSchema.Tool.builder().name("built").build();
    var built = McpServerFeatures.SyncToolSpecification.builder().tool(tool).callHandler((e, r) -> null).build();
    return McpServer.sync(transport).serverInfo("desk", "1.0")
        .tools(McpToolUtils.toSyncToolSpecifications(provider.getToolCallbacks()), built).build();
  }
}
`,
    },
    found: ['desk -tools-> built', 'desk -tools-> refill', 'mcp_server desk (stdio)', 'tool built', 'tool refill'],
  },
  'AutoGen, tools that are registered': {
    sources: {
      'a.py': `from autogen import ConversableAgent, register_function

clerk = ConversableAgent("Clerk")
runner = ConversableAgent("Runner")

def weigh(parcel: str) -> str:
    return parcel

register_function(weigh, caller=clerk, executor=runner, name="weigh_parcel", description="Weighs.")

@clerk.register_for_llm(description="Finds an order.")
def find_order(order: str) -> str:
    return order
`,
    },
    found: [
      'Clerk -tools-> find_order',
      'Clerk -tools-> weigh_parcel',
      'agent Clerk',
      'agent Runner',
      'tool find_order',
      'tool weigh_parcel',
    ],
  },
  'MCP SDK for Go, tools of a registry': {
    sources: {
      'go.mod': 'module example.com/desk\n',
      'a.go': `package desk

import "github.com/modelcontextprotocol/go-sdk/mcp"

func describe() mcp.Tool {
	return mcp.Tool{Name: "read_order", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}
}
`,
    },
    found: ['tool read_order'],
  },
  'Azure Functions (C#)': {
    sources: {
      'A.cs': `using Microsoft.Azure.Functions.Worker.Extensions.Mcp;

public class Desk
{
    public string Read([McpToolTrigger("read_order", "Reads.")] ToolInvocationContext context) => "";
}
`,
    },
    found: ['tool read_order'],
  },
};
