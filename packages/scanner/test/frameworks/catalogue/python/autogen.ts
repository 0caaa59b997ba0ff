import type { CatalogueCase } from '../find.ts';

export const AUTOGEN_CASES: Readonly<Record<string, CatalogueCase>> = {
  AutoGen: {
    sources: {
      'team.py': `
from autogen import ConversableAgent
from autogen_agentchat.agents import AssistantAgent, BaseChatAgent, UserProxyAgent
from autogen_agentchat.base import Handoff
from autogen_agentchat.tools import AgentTool
from autogen_core.tools import BaseTool, FunctionTool
from autogen_ext.models.anthropic import AnthropicChatCompletionClient
from autogen_ext.models.azure import AzureAIChatCompletionClient
from autogen_ext.models.ollama import OllamaChatCompletionClient
from autogen_ext.models.openai import AzureOpenAIChatCompletionClient, OpenAIChatCompletionClient
from autogen_ext.tools.code_execution import PythonCodeExecutionTool
from autogen_ext.tools.langchain import LangChainToolAdapter
from autogen_ext.tools.mcp import McpWorkbench, SseServerParams, StdioServerParams, StreamableHttpServerParams
from langchain_community.tools import DuckDuckGoSearchRun

async def weather(city: str) -> str:
    """Tells the weather."""
    return city

class Schedule(BaseTool):
    def __init__(self):
        super().__init__(args_type=None, return_type=None, name="schedule", description="Schedules.")

class Counter(BaseChatAgent):
    async def on_messages(self, messages, token):
        return messages

writer = AssistantAgent("writer", model_client=OpenAIChatCompletionClient(model="gpt-4o"), handoffs=["editor", "user"])
editor = AssistantAgent(
    "editor",
    model_client=AnthropicChatCompletionClient(model="claude-3-7-sonnet"),
    tools=[FunctionTool(weather, description="Tells.", name="get_weather"), Schedule(), LangChainToolAdapter(DuckDuckGoSearchRun()), PythonCodeExecutionTool(None)],
    handoffs=[Handoff(target="writer")],
)
lead = AssistantAgent("lead", model_client=AzureOpenAIChatCompletionClient(model="gpt-4.1"), tools=[AgentTool(agent=writer)], handoffs=[Handoff(target=editor)])
local = AssistantAgent("local", model_client=OllamaChatCompletionClient(model="llama3.2"), workbench=McpWorkbench(StdioServerParams(command="uvx", args=["mcp-server-fetch"])))
cloud = AssistantAgent("cloud", model_client=AzureAIChatCompletionClient(model="phi-4"), workbench=[McpWorkbench(SseServerParams(url="https://events.example.com/sse")), McpWorkbench(StreamableHttpServerParams(url="https://search.example.com/mcp"))])
user = UserProxyAgent("user")
classic = ConversableAgent("classic", llm_config={"config_list": [{"model": "gpt-4"}]})
`,
    },
    found: [
      'agent Counter',
      'agent classic',
      'agent cloud',
      'agent editor',
      'agent lead',
      'agent local',
      'agent user',
      'agent writer',
      'classic -models-> gpt-4',
      'cloud -mcp_servers-> events.example.com',
      'cloud -mcp_servers-> search.example.com',
      'cloud -models-> phi-4',
      'editor -models-> claude-3-7-sonnet',
      'editor -sub_agents-> writer',
      'editor -tools-> DuckDuckGoSearchRun',
      'editor -tools-> PythonCodeExecutionTool',
      'editor -tools-> get_weather',
      'editor -tools-> schedule',
      'lead -models-> gpt-4.1',
      'lead -sub_agents-> editor',
      'lead -sub_agents-> writer',
      'local -mcp_servers-> mcp-server-fetch',
      'local -models-> llama3.2',
      'mcp_server events.example.com (sse)',
      'mcp_server mcp-server-fetch (stdio)',
      'mcp_server search.example.com (streamable-http)',
      'model claude-3-7-sonnet (anthropic)',
      'model gpt-4 (openai)',
      'model gpt-4.1 (azure)',
      'model gpt-4o (openai)',
      'model llama3.2 (ollama)',
      'model phi-4 (azure)',
      'tool DuckDuckGoSearchRun',
      'tool PythonCodeExecutionTool',
      'tool get_weather',
      'tool schedule',
      'writer -models-> gpt-4o',
      'writer -sub_agents-> editor',
      'writer -sub_agents-> user',
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
  'AutoGen, models of configurations': {
    sources: {
      'a.py': `from autogen import ConversableAgent, LLMConfig
from autogen.agentchat.realtime_agent import RealtimeAgent
from autogen.agents.experimental import ReasoningAgent
from autogen_agentchat.agents import AssistantAgent
from autogen_core.models import ChatCompletionClient

client = ChatCompletionClient.load_component({"provider": "x", "config": {"model": "gpt-4o"}})
clerk = AssistantAgent("clerk", model_client=client)
porter = ConversableAgent(name="porter", llm_config=LLMConfig({"model": "desk-large"}))
thinker = ReasoningAgent(name="thinker", llm_config=LLMConfig(api_type="openai", model="o3"))
voice = RealtimeAgent(name="voice", audio_adapter=adapter, llm_config=LLMConfig({"model": "desk-voice"}))
`,
    },
    found: [
      'agent clerk',
      'agent porter',
      'agent thinker',
      'agent voice',
      'clerk -models-> gpt-4o',
      'model desk-large (unknown)',
      'model desk-voice (unknown)',
      'model gpt-4o (openai)',
      'model o3 (openai)',
      'porter -models-> desk-large',
      'thinker -models-> o3',
      'voice -models-> desk-voice',
    ],
  },
};
