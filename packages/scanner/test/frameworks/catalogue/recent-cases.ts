/** Newer interfaces of Python frameworks, and models that repositories define themselves. */
import type { CatalogueCase } from './find.ts';

export const RECENT_CASES: Readonly<Record<string, CatalogueCase>> = {
  'OpenAI Agents SDK, models of runs, voice and realtime': {
    sources: {
      'a.py': `from agents import Agent, RunConfig, Runner, ToolSearchTool
from agents.mcp import MCPServerManager, MCPServerStdio
from agents.realtime import RealtimeAgent, RealtimeRunner
from agents.voice import SingleAgentVoiceWorkflow, VoicePipeline

files = MCPServerStdio(name="files", params={"command": "npx", "args": ["files"]})
desk = Agent(name="desk", tools=[ToolSearchTool()], mcp_servers=MCPServerManager([files]))
Runner.run_sync(desk, "x", run_config=RunConfig(model="gpt-4.1-mini"))
VoicePipeline(workflow=SingleAgentVoiceWorkflow(desk), stt_model="gpt-4o-transcribe", tts_model="gpt-4o-mini-tts")
speaker = RealtimeAgent(name="speaker")
runner = RealtimeRunner(speaker, config={"model_settings": {"model_name": "gpt-realtime"}})
`,
    },
    found: [
      'agent desk',
      'agent speaker',
      'desk -mcp_servers-> files',
      'desk -tools-> tool_search',
      'mcp_server files (stdio)',
      'model gpt-4.1-mini (openai)',
      'model gpt-4o-mini-tts (openai)',
      'model gpt-4o-transcribe (openai)',
      'model gpt-realtime (openai)',
      'tool tool_search',
    ],
  },
  'Pydantic AI, servers of a file': {
    sources: {
      'main.py': `from pydantic_ai import Agent
from pydantic_ai.mcp import load_mcp_servers

desk = Agent("openai:gpt-4o", name="desk", toolsets=load_mcp_servers("config/servers.json"))
`,
      'config/servers.json': '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "@acme/files"]}}}',
    },
    found: [
      'agent desk',
      'desk -mcp_servers-> files',
      'desk -models-> gpt-4o',
      'mcp_server files (stdio)',
      'model gpt-4o (openai)',
    ],
  },
  'CrewAI, servers, crews and own models': {
    sources: {
      'a.py': `from crewai import Agent, BaseLLM, Crew
from crewai.mcp import MCPServerHTTP, MCPServerSSE, MCPServerStdio
from crewai.tools.structured_tool import CrewStructuredTool

class Gateway(BaseLLM):
    def __init__(self, model: str):
        super().__init__(model=model)

def weigh(parcel: str) -> str:
    "Weighs."
    return parcel

scale = CrewStructuredTool.from_function(func=weigh, name="scale")
clerk = Agent(
    role="Clerk",
    goal="x",
    backstory="y",
    llm=Gateway(model="qwen3-max"),
    tools=[scale],
    mcps=[
        MCPServerStdio(command="npx", args=["-y", "@acme/files"]),
        MCPServerHTTP(url="https://http.example.com/mcp"),
        MCPServerSSE(url="https://sse.example.com/sse"),
        "https://text.example.com/mcp#find",
        "snowflake",
    ],
)
crew = Crew(agents=[clerk], tasks=[], manager_llm="gpt-4o", embedder={"provider": "openai", "config": {"model": "text-embedding-3-small"}})
`,
    },
    found: [
      'Clerk -mcp_servers-> files',
      'Clerk -mcp_servers-> http.example.com',
      'Clerk -mcp_servers-> sse.example.com',
      'Clerk -mcp_servers-> text.example.com',
      'Clerk -models-> qwen3-max',
      'Clerk -tools-> scale',
      'agent Clerk',
      'mcp_server files (stdio)',
      'mcp_server http.example.com (streamable-http)',
      'mcp_server sse.example.com (sse)',
      'mcp_server text.example.com (streamable-http)',
      'model gpt-4o (openai)',
      'model qwen3-max (alibaba)',
      'model text-embedding-3-small (openai)',
      'tool scale',
    ],
  },
  'LangChain, models of more packages': {
    sources: {
      'a.py': `from databricks_langchain import ChatDatabricks
from langchain_azure_ai.chat_models import AzureAIChatCompletionsModel
from langchain_cerebras import ChatCerebras
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_fireworks import ChatFireworks
from langchain_ibm import ChatWatsonx
from langchain_openrouter import ChatOpenRouter
from langchain_perplexity import ChatPerplexity
from langchain_upstage import ChatUpstage
from langchain_voyageai import VoyageAIEmbeddings

class Gateway(BaseChatModel):
    model: str

a = ChatDatabricks(endpoint="databricks-claude-sonnet-4")
b = AzureAIChatCompletionsModel(model="gpt-4o")
c = ChatCerebras(model="llama-3.3-70b")
d = Gateway(model="qwen3-max")
e = ChatFireworks(model="accounts/fireworks/models/llama-v3p1-70b-instruct")
f = ChatWatsonx(model_id="ibm/granite-3-8b-instruct")
g = ChatOpenRouter(model="openai/gpt-4o-mini")
h = ChatPerplexity(model="sonar")
i = ChatUpstage(model="solar-pro")
j = VoyageAIEmbeddings(model="voyage-3")
`,
    },
    found: [
      'model accounts/fireworks/models/llama-v3p1-70b-instruct (fireworks)',
      'model databricks-claude-sonnet-4 (databricks)',
      'model gpt-4o (azure)',
      'model gpt-4o-mini (openai)',
      'model granite-3-8b-instruct (ibm)',
      'model llama-3.3-70b (cerebras)',
      'model qwen3-max (alibaba)',
      'model solar-pro (upstage)',
      'model sonar (perplexity)',
      'model voyage-3 (voyageai)',
    ],
  },
  'LangChain, middleware, memory, remote graphs and tools by name': {
    sources: {
      'a.py': `from deepagents import AsyncSubAgent, create_deep_agent
from deepagents.middleware.subagents import SubAgentMiddleware
from langchain.agents import AgentType, create_agent, initialize_agent, load_tools
from langchain.agents.middleware import AgentMiddleware, ModelFallbackMiddleware, SummarizationMiddleware
from langchain.tools import tool
from langchain_exa import ExaSearchResults
from langgraph.pregel.remote import RemoteGraph
from langmem import create_manage_memory_tool, create_search_memory_tool

@tool
def look(text: str) -> str:
    "Looks."
    return text

class Files(AgentMiddleware):
    tools = [look]

desk = create_agent(
    "openai:gpt-5",
    tools=[create_manage_memory_tool(namespace=("m",)), create_search_memory_tool(namespace=("m",)), ExaSearchResults()],
    name="desk",
    middleware=[
        Files(),
        SummarizationMiddleware(model="openai:gpt-5-nano"),
        ModelFallbackMiddleware("openai:gpt-4.1", "anthropic:claude-sonnet-4-5"),
        SubAgentMiddleware(subagents=[{"name": "critic", "description": "x", "system_prompt": "y", "tools": [look]}]),
    ],
)
deep = create_deep_agent(name="deep", subagents=[AsyncSubAgent(name="remote", description="x", graph_id="remote")])
graph = RemoteGraph("research", url="https://graphs.example.com")
old = initialize_agent(load_tools(["serpapi", "llm-math"]), None, agent=AgentType.ZERO_SHOT_REACT_DESCRIPTION)
`,
    },
    found: [
      'agent critic',
      'agent deep',
      'agent desk',
      'agent old',
      'agent remote',
      'agent research',
      'critic -tools-> look',
      'deep -sub_agents-> remote',
      'desk -models-> gpt-5',
      'desk -sub_agents-> critic',
      'desk -tools-> ExaSearchResults',
      'desk -tools-> look',
      'desk -tools-> manage_memory',
      'desk -tools-> search_memory',
      'model claude-sonnet-4-5 (anthropic)',
      'model gpt-4.1 (openai)',
      'model gpt-5 (openai)',
      'model gpt-5-nano (openai)',
      'old -tools-> llm-math',
      'old -tools-> serpapi',
      'tool ExaSearchResults',
      'tool llm-math',
      'tool look',
      'tool manage_memory',
      'tool search_memory',
      'tool serpapi',
    ],
  },
  'Pydantic AI, more models and toolsets': {
    sources: {
      'a.py': `from pydantic_ai import Agent, CombinedToolset, Embedder
from pydantic_ai.mcp import MCPServerStdio
from pydantic_ai.models.cerebras import CerebrasModel
from pydantic_ai.models.grok import GrokModel
from pydantic_ai.models.instrumented import InstrumentedModel
from pydantic_ai.models.ollama import OllamaModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.xai import XaiModel
from pydantic_ai.toolsets import FunctionToolset
from pydantic_evals.evaluators import LLMJudge

def weigh(parcel: str) -> str:
    "Weighs."
    return parcel

files = MCPServerStdio("uvx", args=["files"])
clerk = Agent(XaiModel("grok-4"), name="clerk", toolsets=[CombinedToolset([FunctionToolset([weigh]), files])])
porter = Agent(InstrumentedModel(OpenAIChatModel("gpt-5")), name="porter")
guard = Agent(CerebrasModel("llama-3.3-70b"), name="guard")
cook = Agent(OllamaModel("qwen3"), name="cook")
baker = Agent(GrokModel("grok-3"), name="baker")
words = Embedder("openai:text-embedding-3-small")
judge = LLMJudge(rubric="x", model="openai:gpt-5-mini")
`,
    },
    found: [
      'agent baker',
      'agent clerk',
      'agent cook',
      'agent guard',
      'agent porter',
      'baker -models-> grok-3',
      'clerk -mcp_servers-> files',
      'clerk -models-> grok-4',
      'clerk -tools-> weigh',
      'cook -models-> qwen3',
      'guard -models-> llama-3.3-70b',
      'mcp_server files (stdio)',
      'model gpt-5 (openai)',
      'model gpt-5-mini (openai)',
      'model grok-3 (xai)',
      'model grok-4 (xai)',
      'model llama-3.3-70b (cerebras)',
      'model qwen3 (ollama)',
      'model text-embedding-3-small (openai)',
      'porter -models-> gpt-5',
      'tool weigh',
    ],
  },
  'LlamaIndex, workers, specifications of tools and servers': {
    sources: {
      'a.py': `from llama_index.agent.openai import OpenAIAgentWorker
from llama_index.core.agent import FunctionAgent, QueryPipelineAgentWorker, ReActAgent, ReActAgentWorker
from llama_index.core.llms import CustomLLM
from llama_index.core.tools import QueryPlanTool
from llama_index.core.tools.tool_spec.base import BaseToolSpec
from llama_index.llms.cohere import Cohere
from llama_index.llms.gemini import Gemini
from llama_index.tools.mcp import aget_tools_from_mcp_url

class Orders(BaseToolSpec):
    spec_functions = ["find", ("load", "aload")]

    def find(self, order: str) -> str:
        "Finds."
        return order

    def load(self, order: str) -> str:
        "Loads."
        return order

    async def aload(self, order: str) -> str:
        return order

class Gateway(CustomLLM):
    model: str = "qwen3-max"

class Careful(ReActAgent):
    pass

reader = ReActAgentWorker.from_tools([QueryPlanTool.from_defaults([])], llm=Gemini("models/gemini-1.5-pro")).as_agent()
writer = OpenAIAgentWorker.from_tools([], llm=Gateway()).as_agent()
planner = QueryPipelineAgentWorker(None).as_agent()
clerk = FunctionAgent(name="clerk", llm=Cohere(model="command-r"), tools=Orders().to_tool_list())
careful = Careful.from_tools(Orders().to_tool_list())

async def main():
    guest = FunctionAgent(name="guest", tools=await aget_tools_from_mcp_url("http://127.0.0.1:8000/mcp"))
`,
    },
    found: [
      'agent careful',
      'agent clerk',
      'agent guest',
      'agent planner',
      'agent reader',
      'agent writer',
      'careful -tools-> find',
      'careful -tools-> load',
      'clerk -models-> command-r',
      'clerk -tools-> find',
      'clerk -tools-> load',
      'guest -mcp_servers-> 127.0.0.1',
      'mcp_server 127.0.0.1 (streamable-http)',
      'model command-r (cohere)',
      'model gemini-1.5-pro (google)',
      'model qwen3-max (alibaba)',
      'reader -models-> gemini-1.5-pro',
      'reader -tools-> query_plan_tool',
      'tool find',
      'tool load',
      'tool query_plan_tool',
      'writer -models-> qwen3-max',
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
  'Semantic Kernel, what a kernel has': {
    sources: {
      'a.py': `from semantic_kernel import Kernel
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion
from semantic_kernel.functions import kernel_function
from semantic_kernel.skill_definition import sk_function

class Menu:
    @kernel_function
    def specials(self) -> str:
        "Lists."
        return "soup"

class Old:
    @sk_function(name="upper", description="x")
    def upper(self, text: str) -> str:
        return text

kernel = Kernel()
kernel.add_service(OpenAIChatCompletion("gpt-4o"))
kernel.add_plugin(Menu(), plugin_name="menu")
host = ChatCompletionAgent(kernel=kernel, name="host")
`,
    },
    found: [
      'agent host',
      'host -models-> gpt-4o',
      'host -tools-> specials',
      'model gpt-4o (openai)',
      'tool specials',
      'tool upper',
    ],
  },
  'FastMCP, tools of functions, and clients with a configuration': {
    sources: {
      'a.py': `from fastmcp import Client, FastMCP
from fastmcp.tools import FunctionTool

def weigh(parcel: str) -> str:
    "Weighs."
    return parcel

desk = FastMCP("desk")
desk.add_tool(FunctionTool.from_function(weigh))
both = Client({"mcpServers": {"weather": {"url": "https://weather.example.com/mcp"}, "files": {"command": "npx", "args": ["files"]}}})
one = Client("http://127.0.0.1:8000/mcp")
`,
    },
    found: [
      'desk -tools-> weigh',
      'mcp_server desk (stdio)',
      'mcp_server files (stdio)',
      'mcp_server weather (streamable-http)',
      'tool weigh',
    ],
  },
  'Claude Agent SDK, options that come first': {
    sources: {
      'a.py': `from claude_agent_sdk import AgentDefinition, ClaudeAgentOptions, ClaudeSDKClient

options = ClaudeAgentOptions(
    model="claude-sonnet-4-5",
    permission_mode="plan",
    allowed_tools=["Read"],
    agents={"critic": AgentDefinition(description="x", prompt="y", model="haiku")},
    mcp_servers={"files": {"command": "npx", "args": ["files"]}},
)

async def main():
    async with ClaudeSDKClient(options) as client:
        await client.query("x")
`,
    },
    found: [
      'agent client (human_in_loop)',
      'agent critic',
      'client -mcp_servers-> files',
      'client -models-> claude-sonnet-4-5',
      'client -sub_agents-> critic',
      'client -tools-> Read',
      'critic -models-> haiku',
      'mcp_server files (stdio)',
      'model claude-sonnet-4-5 (anthropic)',
      'model haiku (anthropic)',
      'tool Read',
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
  'mcp-golang for Go': {
    sources: {
      'main.go': `package main

import (
	mcp "github.com/metoro-io/mcp-golang"
	"github.com/metoro-io/mcp-golang/transport/stdio"
)

type DeskTool struct {
	Name        string
	Description string
	Handler     any
}

var deskTools = []DeskTool{
	{Name: "weigh", Description: "Weighs a crate.", Handler: Weigh},
	{Name: "lift", Description: "Lifts a crate.", Handler: Lift},
}

func main() {
	desk := mcp.NewServer(stdio.NewStdioServerTransport())
	for _, tool := range deskTools {
		desk.RegisterTool(tool.Name, tool.Description, tool.Handler)
	}
	desk.RegisterTool("moor", "Moors a ship.", Moor)
	desk.RegisterResource("file://berths", "berths", "The berths.", "text/plain", Berths)
	desk.RegisterPrompt("greet", "Greets.", Greet)
}
`,
    },
    found: [
      'desk -tools-> berths',
      'desk -tools-> greet',
      'desk -tools-> lift',
      'desk -tools-> moor',
      'desk -tools-> weigh',
      'mcp_server desk (stdio)',
      'tool berths (resource)',
      'tool greet (prompt)',
      'tool lift',
      'tool moor',
      'tool weigh',
    ],
  },
};
