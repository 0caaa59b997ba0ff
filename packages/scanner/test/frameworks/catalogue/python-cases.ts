/** Sources in Python that use every entry of the catalogue, as the frameworks document them. */
import type { CatalogueCase } from './find.ts';

export const PYTHON_CASES: Readonly<Record<string, CatalogueCase>> = {
  'OpenAI Agents SDK': {
    sources: {
      'desk.py': `
from agents import (
    Agent, ApplyPatchTool, CodeInterpreterTool, ComputerTool, FileSearchTool, FunctionTool, HostedMCPTool,
    ImageGenerationTool, LocalShellTool, OpenAIChatCompletionsModel, ShellTool, WebSearchTool,
    function_tool, handoff, input_guardrail, output_guardrail,
)
from agents.extensions.models.any_llm_model import AnyLLMModel
from agents.extensions.models.litellm_model import LitellmModel
from agents.mcp import MCPServerSse, MCPServerStdio, MCPServerStreamableHttp
from agents.realtime import RealtimeAgent

@function_tool(name_override="look_up_order")
async def look_up(order: str) -> str:
    """Looks up an order."""
    return order

async def run(context, arguments):
    return arguments

@output_guardrail(name="No prices")
async def no_prices(context, agent, output):
    return output

@input_guardrail(name="On topic")
async def on_topic(context, agent, input):
    return input

manual = FunctionTool(name="refund", description="Refunds.", params_json_schema={"type": "object"}, on_invoke_tool=run)
billing = Agent(name="Billing", model=OpenAIChatCompletionsModel(model="gpt-4o", openai_client=None), tools=[manual])
claims = Agent(name="Claims", model=LitellmModel(model="anthropic/claude-3-5-sonnet"), tools=[LocalShellTool(executor=run)])
legal = Agent(name="Legal", model=AnyLLMModel(model="mistral/mistral-large"), tools=[ShellTool(executor=run), ApplyPatchTool(editor=None)])
desk = Agent(
    name="Desk",
    handoffs=[billing, handoff(agent=claims)],
    input_guardrails=[on_topic],
    output_guardrails=[no_prices],
    mcp_servers=[
        MCPServerStdio(name="Files", params={"command": "npx", "args": ["-y", "files-mcp"]}),
        MCPServerSse(name="Events", params={"url": "https://events.example.com/sse"}),
        MCPServerStreamableHttp(name="Search", params={"url": "https://search.example.com/mcp"}),
    ],
    tools=[
        look_up,
        WebSearchTool(),
        FileSearchTool(vector_store_ids=["a"]),
        ComputerTool(computer=None),
        CodeInterpreterTool(tool_config={"type": "code_interpreter"}),
        ImageGenerationTool(tool_config={"type": "image_generation"}),
        HostedMCPTool(tool_config={"type": "mcp", "server_label": "wiki", "server_url": "https://wiki.example.com/mcp"}),
        legal.as_tool(tool_name="ask_legal", tool_description="Asks."),
    ],
)
def create_pirate():
    return billing.clone(name="Pirate", model="gpt-4.1")

voice = RealtimeAgent(name="Voice", tools=[look_up])
`,
    },
    found: [
      'Billing -models-> gpt-4o',
      'Billing -tools-> refund',
      'Claims -models-> claude-3-5-sonnet',
      'Claims -tools-> local_shell',
      'Desk -mcp_servers-> Events',
      'Desk -mcp_servers-> Files',
      'Desk -mcp_servers-> Search',
      'Desk -mcp_servers-> wiki',
      'Desk -sub_agents-> Billing',
      'Desk -sub_agents-> Claims',
      'Desk -sub_agents-> Legal',
      'Desk -tools-> code_interpreter',
      'Desk -tools-> computer_use',
      'Desk -tools-> file_search',
      'Desk -tools-> image_generation',
      'Desk -tools-> look_up_order',
      'Desk -tools-> web_search',
      'Legal -models-> mistral-large',
      'Legal -tools-> apply_patch',
      'Legal -tools-> shell',
      'Pirate -models-> gpt-4.1',
      'Pirate -tools-> refund',
      'Voice -tools-> look_up_order',
      'agent Billing',
      'agent Claims',
      'agent Desk (input: On topic, output: No prices)',
      'agent Legal',
      'agent Pirate',
      'agent Voice',
      'mcp_server Events (sse)',
      'mcp_server Files (stdio)',
      'mcp_server Search (streamable-http)',
      'mcp_server wiki (streamable-http)',
      'model claude-3-5-sonnet (anthropic)',
      'model gpt-4.1 (openai)',
      'model gpt-4o (openai)',
      'model mistral-large (mistral)',
      'tool apply_patch',
      'tool code_interpreter',
      'tool computer_use',
      'tool file_search',
      'tool image_generation',
      'tool local_shell',
      'tool look_up_order',
      'tool refund',
      'tool shell',
      'tool web_search',
    ],
  },
  'LangGraph and LangChain': {
    sources: {
      'graph.py': `
from deepagents import SubAgent, create_deep_agent
from langchain.agents import AgentExecutor, Tool, create_tool_calling_agent, initialize_agent
from langchain.chat_models import init_chat_model
from langchain_community.agent_toolkits import create_sql_agent
from langchain_community.tools import DuckDuckGoSearchRun
from langchain_core.tools import BaseTool, StructuredTool, create_retriever_tool, tool
from langchain_huggingface import ChatHuggingFace, HuggingFaceEndpoint
from langchain_mcp_adapters.client import MultiServerMCPClient
from langgraph.func import entrypoint
from langgraph.graph import StateGraph
from langgraph.prebuilt import ToolNode, create_react_agent
from langgraph_supervisor import create_supervisor
from langgraph_swarm import create_swarm

@tool("look_up")
def search(query: str) -> str:
    """Searches."""
    return query

def refund(order: str) -> str:
    """Refunds."""
    return order

def call_back(number: str) -> str:
    """Calls back."""
    return number

class Rates(BaseTool):
    name: str = "rates"
    description: str = "Reads rates."

model = init_chat_model("openai:gpt-4.1")
structured = StructuredTool.from_function(func=refund, name="refund_order")
simple = Tool(name="call_customer", func=call_back, description="Calls back.")
find = create_retriever_tool(None, "find_manual", "Finds manuals.")
client = MultiServerMCPClient({"weather": {"url": "https://weather.example.com/mcp", "transport": "streamable_http"}})

helper = create_react_agent(model, tools=[search, structured, simple, find, Rates(), DuckDuckGoSearchRun()], name="helper")
calling = create_tool_calling_agent(model, [search], None)
executor = AgentExecutor(agent=calling, tools=[search])
old = initialize_agent([search], model, agent="zero-shot-react-description")
database = create_sql_agent(llm=model, db=None)
critic = SubAgent(name="critic", description="Reviews.", prompt="Review.", tools=[search])
deep = create_deep_agent(name="deep", model=model, tools=[search], subagents=[critic, {"name": "checker", "description": "Checks.", "tools": [find]}])
boss = create_supervisor([helper], model=model, supervisor_name="boss").compile()
swarm = create_swarm([helper, calling]).compile()
hub = ChatHuggingFace(llm=HuggingFaceEndpoint(repo_id="acme/chat-1"))

def call(state):
    return hub.bind_tools([find]).invoke(state)

def ask(state):
    return executor.invoke(state)

builder = StateGraph(dict)
builder.add_node("call", call)
builder.add_node("ask", ask)
builder.add_node("boss", boss)
builder.add_node("swarm", swarm)
builder.add_node("tools", ToolNode([search]))
graph = builder.compile(name="office")

@entrypoint()
def flow(question: str) -> str:
    return model.invoke(question)

async def remote():
    return create_react_agent("anthropic:claude-sonnet-4-5", tools=await client.get_tools(), name="remote")
`,
      'models.py': `
from langchain_anthropic import ChatAnthropic
from langchain_aws import ChatBedrockConverse
from langchain_cohere import ChatCohere
from langchain_community.chat_models import ChatZhipuAI
from langchain_deepseek import ChatDeepSeek
from langchain_google_genai import ChatGoogleGenerativeAI
from langchain_google_vertexai import ChatVertexAI
from langchain_groq import ChatGroq
from langchain_huggingface import HuggingFaceEmbeddings
from langchain_litellm import ChatLiteLLM
from langchain_mistralai import ChatMistralAI
from langchain_nvidia_ai_endpoints import ChatNVIDIA
from langchain_ollama import ChatOllama
from langchain_openai import AzureChatOpenAI, ChatOpenAI
from langchain_together import ChatTogether
from langchain_xai import ChatXAI

MODELS = [
    ChatAnthropic(model="m-anthropic"),
    ChatBedrockConverse(model_id="m-aws"),
    ChatCohere(model="m-cohere"),
    ChatZhipuAI(model="m-community"),
    ChatDeepSeek(model="m-deepseek"),
    ChatGoogleGenerativeAI(model="m-google"),
    ChatVertexAI(model_name="m-vertex"),
    ChatGroq(model="m-groq"),
    HuggingFaceEmbeddings(model_name="acme/m-hub"),
    ChatLiteLLM(model="m-litellm"),
    ChatMistralAI(model="m-mistral"),
    ChatNVIDIA(model="m-nvidia"),
    ChatOllama(model="m-ollama"),
    AzureChatOpenAI(azure_deployment="m-azure"),
    ChatOpenAI(model="m-openai"),
    ChatTogether(model="m-together"),
    ChatXAI(model="m-xai"),
]
`,
    },
    found: [
      'agent boss',
      'agent calling',
      'agent checker',
      'agent critic',
      'agent database',
      'agent deep',
      'agent flow',
      'agent helper',
      'agent office',
      'agent old',
      'agent remote',
      'agent swarm',
      'boss -models-> gpt-4.1',
      'boss -sub_agents-> helper',
      'calling -models-> gpt-4.1',
      'calling -tools-> look_up',
      'checker -tools-> find_manual',
      'critic -tools-> look_up',
      'database -models-> gpt-4.1',
      'deep -models-> gpt-4.1',
      'deep -sub_agents-> checker',
      'deep -sub_agents-> critic',
      'deep -tools-> look_up',
      'flow -models-> gpt-4.1',
      'helper -models-> gpt-4.1',
      'helper -tools-> DuckDuckGoSearchRun',
      'helper -tools-> call_customer',
      'helper -tools-> find_manual',
      'helper -tools-> look_up',
      'helper -tools-> rates',
      'helper -tools-> refund_order',
      'mcp_server weather (streamable-http)',
      'model acme/chat-1 (acme)',
      'model acme/m-hub (acme)',
      'model claude-sonnet-4-5 (anthropic)',
      'model gpt-4.1 (openai)',
      'model m-anthropic (anthropic)',
      'model m-aws (aws-bedrock)',
      'model m-azure (azure)',
      'model m-cohere (cohere)',
      'model m-community (unknown)',
      'model m-deepseek (deepseek)',
      'model m-google (google)',
      'model m-groq (groq)',
      'model m-litellm (unknown)',
      'model m-mistral (mistral)',
      'model m-nvidia (nvidia)',
      'model m-ollama (ollama)',
      'model m-openai (openai)',
      'model m-together (together)',
      'model m-vertex (google-vertex)',
      'model m-xai (xai)',
      'office -models-> acme/chat-1',
      'office -sub_agents-> boss',
      'office -sub_agents-> calling',
      'office -sub_agents-> swarm',
      'office -tools-> find_manual',
      'office -tools-> look_up',
      'old -models-> gpt-4.1',
      'old -tools-> look_up',
      'remote -mcp_servers-> weather',
      'remote -models-> claude-sonnet-4-5',
      'swarm -sub_agents-> calling',
      'swarm -sub_agents-> helper',
      'tool DuckDuckGoSearchRun',
      'tool call_customer',
      'tool find_manual',
      'tool look_up',
      'tool rates',
      'tool refund_order',
    ],
  },
  CrewAI: {
    sources: {
      'crew.py': `
from crewai import Agent, LLM
from crewai.tools import BaseTool, tool
from crewai_tools import MCPServerAdapter, SerperDevTool
from langchain_community.tools import DuckDuckGoSearchRun
from mcp import StdioServerParameters

class Rates(BaseTool):
    name: str = "rates"
    description: str = "Reads rates."

@tool("Counts words")
def count(text: str) -> int:
    """Counts."""
    return len(text)

parameters = StdioServerParameters(command="uvx", args=["mcp-server-time"])
wrapped = BaseTool.from_langchain(DuckDuckGoSearchRun())

with MCPServerAdapter(parameters) as clock:
    analyst = Agent(role="Analyst", goal="Analyse", backstory="Long", llm=LLM(model="openai/gpt-4o"), tools=[Rates(), count, SerperDevTool(), wrapped, *clock])

remote = Agent(role="Remote", goal="Reach", tools=MCPServerAdapter({"url": "https://rates.example.com/mcp"}))
`,
    },
    found: [
      'Analyst -mcp_servers-> parameters',
      'Analyst -models-> gpt-4o',
      'Analyst -tools-> Counts words',
      'Analyst -tools-> DuckDuckGoSearchRun',
      'Analyst -tools-> SerperDevTool',
      'Analyst -tools-> rates',
      'Remote -mcp_servers-> rates.example.com',
      'agent Analyst',
      'agent Remote',
      'mcp_server parameters (stdio)',
      'mcp_server rates.example.com (streamable-http)',
      'model gpt-4o (openai)',
      'tool Counts words',
      'tool DuckDuckGoSearchRun',
      'tool SerperDevTool',
      'tool rates',
    ],
  },
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
  'Microsoft Agent Framework': {
    sources: {
      'main.py': `
from agent_framework import (
    BaseAgent, ChatAgent, HostedCodeInterpreterTool, HostedFileSearchTool, HostedImageGenerationTool, HostedMCPTool,
    HostedWebSearchTool, MCPStdioTool, MCPStreamableHTTPTool, ai_function,
)
from agent_framework.a2a import A2AAgent
from agent_framework.openai import OpenAIChatClient

@ai_function(name="get_weather")
def weather(city: str) -> str:
    return city

class Echo(BaseAgent):
    pass

first = OpenAIChatClient(model_id="gpt-4o-mini").create_agent(name="First", tools=weather)
first_server = first.as_mcp_server(server_name="FirstServer")
far = A2AAgent(name="Far", url="https://far.example.com")
second = ChatAgent(
    chat_client=OpenAIChatClient(model_id="gpt-4o"),
    name="Second",
    tools=[
        first.as_tool(),
        HostedWebSearchTool(),
        HostedCodeInterpreterTool(),
        HostedFileSearchTool(),
        HostedImageGenerationTool(),
        HostedMCPTool(name="Docs", url="https://docs.example.com/mcp"),
        MCPStdioTool(name="Time", command="uvx", args=["mcp-server-time"]),
        MCPStreamableHTTPTool(name="Search", url="https://search.example.com/mcp"),
    ],
)
`,
    },
    found: [
      'First -models-> gpt-4o-mini',
      'First -tools-> get_weather',
      'Second -mcp_servers-> Docs',
      'Second -mcp_servers-> Search',
      'Second -mcp_servers-> Time',
      'Second -models-> gpt-4o',
      'Second -sub_agents-> First',
      'Second -tools-> code_interpreter',
      'Second -tools-> file_search',
      'Second -tools-> image_generation',
      'Second -tools-> web_search',
      'agent Echo',
      'agent Far',
      'agent First',
      'agent Second',
      'mcp_server Docs (streamable-http)',
      'mcp_server FirstServer (stdio)',
      'mcp_server Search (streamable-http)',
      'mcp_server Time (stdio)',
      'model gpt-4o (openai)',
      'model gpt-4o-mini (openai)',
      'tool code_interpreter',
      'tool file_search',
      'tool get_weather',
      'tool image_generation',
      'tool web_search',
    ],
  },
  LlamaIndex: {
    sources: {
      'main.py': `
from llama_index.core.agent import AgentRunner, FunctionCallingAgentWorker, ReActAgent
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent
from llama_index.core.tools import FunctionTool, QueryEngineTool
from llama_index.embeddings.huggingface import HuggingFaceEmbedding
from llama_index.llms.anthropic import Anthropic
from llama_index.llms.azure_openai import AzureOpenAI
from llama_index.llms.mistralai import MistralAI
from llama_index.llms.ollama import Ollama
from llama_index.llms.openai import OpenAI
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

def multiply(a: float, b: float) -> float:
    """Multiplies."""
    return a * b

product = FunctionTool.from_defaults(multiply, name="product")
manual = QueryEngineTool.from_defaults(query_engine=None, name="manual", description="Answers.")
embedding = HuggingFaceEmbedding("BAAI/bge-small")
math = FunctionAgent(name="Math", llm=OpenAI("gpt-4o-mini"), tools=[product])
react = ReActAgent.from_tools([manual], llm=Anthropic("claude-3-5-haiku"))
quick = AgentWorkflow.from_tools_or_functions([multiply], llm=AzureOpenAI(engine="gpt-4o"))
flow = AgentWorkflow(agents=[math], root_agent="Math")
worker = FunctionCallingAgentWorker.from_tools([product], llm=MistralAI(model="mistral-large"))
runner = AgentRunner(worker)
boss = FunctionAgent(name="Boss", llm=Ollama(model="llama3.2"), can_handoff_to=[flow, runner], tools=McpToolSpec(client=BasicMCPClient("https://search.example.com/mcp")).to_tool_list())
`,
    },
    found: [
      'Boss -mcp_servers-> search.example.com',
      'Boss -models-> llama3.2',
      'Boss -sub_agents-> Math',
      'Boss -sub_agents-> worker',
      'Math -models-> gpt-4o-mini',
      'Math -tools-> product',
      'agent Boss',
      'agent Math',
      'agent quick',
      'agent react',
      'agent worker',
      'mcp_server search.example.com (streamable-http)',
      'model BAAI/bge-small (BAAI)',
      'model claude-3-5-haiku (anthropic)',
      'model gpt-4o (azure)',
      'model gpt-4o-mini (openai)',
      'model llama3.2 (ollama)',
      'model mistral-large (mistral)',
      'quick -models-> gpt-4o',
      'quick -tools-> product',
      'react -models-> claude-3-5-haiku',
      'react -tools-> manual',
      'tool manual',
      'tool product',
      'worker -models-> mistral-large',
      'worker -tools-> product',
    ],
  },
  'Pydantic AI': {
    sources: {
      'main.py': `
from pydantic_ai import Agent, CodeExecutionTool, FunctionToolset, ImageGenerationTool, MCPServerTool, MemoryTool, RunContext, Tool, UrlContextTool, WebSearchTool
from pydantic_ai.common_tools.duckduckgo import duckduckgo_search_tool
from pydantic_ai.common_tools.exa import exa_search_tool
from pydantic_ai.common_tools.tavily import tavily_search_tool
from pydantic_ai.ext.langchain import tool_from_langchain
from pydantic_ai.mcp import MCPServerSSE, MCPServerStdio, MCPServerStreamableHTTP
from pydantic_ai.models import infer_model
from pydantic_ai.models.fallback import FallbackModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.toolsets.fastmcp import FastMCPToolset
from langchain_community.tools import DuckDuckGoSearchRun

def refund(order: str) -> str:
    """Refunds."""
    return order

def count(text: str) -> int:
    """Counts."""
    return len(text)

billing = Agent(
    FallbackModel(OpenAIChatModel("gpt-4o"), "anthropic:claude-sonnet-4-5"),
    tools=[Tool(refund, name="refund_order"), duckduckgo_search_tool(), tavily_search_tool("key"), exa_search_tool("key"), tool_from_langchain(DuckDuckGoSearchRun())],
    builtin_tools=[WebSearchTool(), CodeExecutionTool(), UrlContextTool(), ImageGenerationTool(), MemoryTool(), MCPServerTool(id="wiki", url="https://wiki.example.com/mcp")],
    toolsets=[
        FunctionToolset([count]),
        MCPServerStdio("uvx", args=["mcp-run-python"], id="python"),
        MCPServerSSE(url="https://events.example.com/sse", id="events"),
        MCPServerStreamableHTTP(url="https://search.example.com/mcp", id="search"),
        FastMCPToolset("https://notes.example.com/mcp"),
    ],
)

@billing.tool
async def balance(context: RunContext[int]) -> float:
    """Returns the balance."""
    return 1.0

result = billing.run_sync("Hello", model="openai:gpt-4.1-mini")
other = infer_model("groq:llama-3.3")
voice = billing.realtime("openai:gpt-realtime")
`,
      'cases.py': `
from pydantic_evals.generation import generate_dataset

cases = generate_dataset(dataset_type=None, model="openai:gpt-4.1-nano")
`,
      'models.py': `
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.bedrock import BedrockConverseModel
from pydantic_ai.models.cohere import CohereModel
from pydantic_ai.models.gemini import GeminiModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.groq import GroqModel
from pydantic_ai.models.huggingface import HuggingFaceModel
from pydantic_ai.models.mistral import MistralModel
from pydantic_ai.models.openai import OpenAIModel, OpenAIResponsesModel
from pydantic_ai.models.openrouter import OpenRouterModel
from pydantic_ai.models.vertexai import VertexAIModel

MODELS = [
    AnthropicModel("m-anthropic"),
    BedrockConverseModel("m-bedrock"),
    CohereModel("m-cohere"),
    GeminiModel("m-gemini"),
    GoogleModel("m-google"),
    GroqModel("m-groq"),
    HuggingFaceModel("acme/m-hub"),
    MistralModel("m-mistral"),
    OpenAIModel("m-openai"),
    OpenAIResponsesModel("m-responses"),
    OpenRouterModel("acme/m-router"),
    VertexAIModel("m-vertex"),
]
`,
    },
    found: [
      'agent billing',
      'billing -mcp_servers-> events',
      'billing -mcp_servers-> notes.example.com',
      'billing -mcp_servers-> python',
      'billing -mcp_servers-> search',
      'billing -mcp_servers-> wiki',
      'billing -models-> claude-sonnet-4-5',
      'billing -models-> gpt-4o',
      'billing -tools-> DuckDuckGoSearchRun',
      'billing -tools-> balance',
      'billing -tools-> code_execution',
      'billing -tools-> count',
      'billing -tools-> duckduckgo_search',
      'billing -tools-> exa_search',
      'billing -tools-> image_generation',
      'billing -tools-> memory',
      'billing -tools-> refund_order',
      'billing -tools-> tavily_search',
      'billing -tools-> web_fetch',
      'billing -tools-> web_search',
      'mcp_server events (sse)',
      'mcp_server notes.example.com (streamable-http)',
      'mcp_server python (stdio)',
      'mcp_server search (streamable-http)',
      'mcp_server wiki (streamable-http)',
      'model acme/m-hub (acme)',
      'model acme/m-router (openrouter)',
      'model claude-sonnet-4-5 (anthropic)',
      'model gpt-4.1-mini (openai)',
      'model gpt-4.1-nano (openai)',
      'model gpt-4o (openai)',
      'model gpt-realtime (openai)',
      'model llama-3.3 (groq)',
      'model m-anthropic (anthropic)',
      'model m-bedrock (aws-bedrock)',
      'model m-cohere (cohere)',
      'model m-gemini (google)',
      'model m-google (google)',
      'model m-groq (groq)',
      'model m-mistral (mistral)',
      'model m-openai (openai)',
      'model m-responses (openai)',
      'model m-vertex (google-vertex)',
      'tool DuckDuckGoSearchRun',
      'tool balance',
      'tool code_execution',
      'tool count',
      'tool duckduckgo_search',
      'tool exa_search',
      'tool image_generation',
      'tool memory',
      'tool refund_order',
      'tool tavily_search',
      'tool web_fetch',
      'tool web_search',
    ],
  },
  'Google ADK': {
    sources: {
      'agent.py': `
from google.adk.agents import BaseAgent, LlmAgent, LoopAgent
from google.adk.agents.remote_a2a_agent import RemoteA2aAgent
from google.adk.models import Gemini
from google.adk.models.lite_llm import LiteLlm
from google.adk.tools import (
    FunctionTool, built_in_code_execution, enterprise_web_search, exit_loop, get_user_choice, google_maps_grounding, google_search,
    load_artifacts, load_memory, transfer_to_agent, url_context,
)
from google.adk.tools.agent_tool import AgentTool
from google.adk.tools.application_integration_tool.application_integration_toolset import ApplicationIntegrationToolset
from google.adk.tools.base_tool import BaseTool
from google.adk.tools.bigquery import BigQueryToolset
from google.adk.tools.google_search_tool import GoogleSearchTool
from google.adk.tools.langchain_tool import LangchainTool
from google.adk.tools.mcp_tool import MCPToolset, StreamableHTTPConnectionParams
from google.adk.tools.preload_memory_tool import preload_memory_tool
from langchain_community.tools import YouTubeSearchTool

def refund(order: str) -> dict:
    """Refunds."""
    return {}

class Rates(BaseTool):
    def __init__(self):
        super().__init__(name="rates", description="Reads rates.")

class Router(BaseAgent):
    name: str = "router"

searcher = LlmAgent(name="searcher", model=Gemini(model="gemini-2.5-pro"), tools=[google_search])
finder = LlmAgent(name="finder", model="gemini-2.5-flash", tools=[GoogleSearchTool()])
writer = LlmAgent(
    name="writer",
    model=LiteLlm(model="openai/gpt-4o"),
    tools=[
        FunctionTool(func=refund), Rates(), AgentTool(agent=searcher), LangchainTool(tool=YouTubeSearchTool()), BigQueryToolset(),
        built_in_code_execution, load_artifacts, load_memory, preload_memory_tool, exit_loop, transfer_to_agent, get_user_choice,
        url_context, enterprise_web_search, google_maps_grounding,
        MCPToolset(connection_params=StreamableHTTPConnectionParams(url="https://search.example.com/mcp")),
    ],
)
jira = ApplicationIntegrationToolset(project="p", location="l")
tickets = LlmAgent(name="tickets", model="gemini-2.5-flash", tools=jira.get_tools())
far = RemoteA2aAgent(name="far", agent_card="https://far.example.com/card")
router = Router(name="router", sub_agents=[tickets])
root_agent = LoopAgent(name="loop", sub_agents=[writer, router, far, finder])
`,
    },
    found: [
      'agent far',
      'agent finder',
      'agent loop',
      'agent router',
      'agent searcher',
      'agent tickets',
      'agent writer',
      'finder -models-> gemini-2.5-flash',
      'finder -tools-> google_search',
      'loop -sub_agents-> far',
      'loop -sub_agents-> finder',
      'loop -sub_agents-> router',
      'loop -sub_agents-> writer',
      'mcp_server search.example.com (streamable-http)',
      'model gemini-2.5-flash (google)',
      'model gemini-2.5-pro (google)',
      'model gpt-4o (openai)',
      'router -sub_agents-> tickets',
      'searcher -models-> gemini-2.5-pro',
      'searcher -tools-> google_search',
      'tickets -models-> gemini-2.5-flash',
      'tickets -tools-> ApplicationIntegrationToolset',
      'tool ApplicationIntegrationToolset',
      'tool BigQueryToolset',
      'tool YouTubeSearchTool',
      'tool built_in_code_execution',
      'tool enterprise_web_search',
      'tool exit_loop',
      'tool get_user_choice',
      'tool google_maps_grounding',
      'tool google_search',
      'tool load_artifacts',
      'tool load_memory',
      'tool preload_memory',
      'tool rates',
      'tool refund',
      'tool transfer_to_agent',
      'tool url_context',
      'writer -mcp_servers-> search.example.com',
      'writer -models-> gpt-4o',
      'writer -sub_agents-> searcher',
      'writer -tools-> BigQueryToolset',
      'writer -tools-> YouTubeSearchTool',
      'writer -tools-> built_in_code_execution',
      'writer -tools-> enterprise_web_search',
      'writer -tools-> exit_loop',
      'writer -tools-> get_user_choice',
      'writer -tools-> google_maps_grounding',
      'writer -tools-> load_artifacts',
      'writer -tools-> load_memory',
      'writer -tools-> preload_memory',
      'writer -tools-> rates',
      'writer -tools-> refund',
      'writer -tools-> transfer_to_agent',
      'writer -tools-> url_context',
    ],
  },
  smolagents: {
    sources: {
      'main.py': `
from langchain_community.tools import DuckDuckGoSearchRun
from mcp import StdioServerParameters
from smolagents import (
    AmazonBedrockServerModel, ApiWebSearchTool, AzureOpenAIServerModel, CodeAgent, DuckDuckGoSearchTool, FinalAnswerTool,
    GoogleSearchTool, InferenceClientModel, LiteLLMModel, ManagedAgent, MCPClient, OpenAIServerModel, PythonInterpreterTool,
    SpeechToTextTool, Tool, ToolCallingAgent, ToolCollection, UserInputTool, VisitWebpageTool, WebSearchTool, WikipediaSearchTool, tool,
)

@tool
def length(text: str) -> int:
    """Counts."""
    return len(text)

@tool
def reverse(text: str) -> str:
    """Reverses."""
    return text[::-1]

class Upper(Tool):
    name = "upper_case"
    description = "Changes."

remote = Tool.from_space("acme/images", name="image_generator", description="Draws.")
wrapped = Tool.from_langchain(DuckDuckGoSearchRun())
search = ToolCallingAgent(
    tools=[DuckDuckGoSearchTool(), WebSearchTool(), GoogleSearchTool(), ApiWebSearchTool(), VisitWebpageTool(), WikipediaSearchTool()],
    model=InferenceClientModel("Qwen/Qwen2.5-72B-Instruct"),
    name="search",
)
maths = ToolCallingAgent(tools=[PythonInterpreterTool(), FinalAnswerTool(), UserInputTool(), SpeechToTextTool()], model=LiteLLMModel("anthropic/claude-3-5-sonnet"), name="maths")
managed = ManagedAgent(agent=maths, name="managed", description="Calculates.")
manager = CodeAgent(tools=[length, Upper(), remote, wrapped], model=OpenAIServerModel("gpt-4o"), managed_agents=[search, managed])
tools = MCPClient({"url": "https://hub.example.com/mcp", "transport": "streamable-http"}).get_tools()
hub = CodeAgent(tools=tools, model=AzureOpenAIServerModel("gpt-4.1"), name="hub")
with ToolCollection.from_mcp(StdioServerParameters(command="uvx", args=["pubmedmcp"])) as collection:
    papers = CodeAgent(tools=[*collection.tools], model=AmazonBedrockServerModel("amazon.nova-pro"), name="papers")
`,
    },
    found: [
      'agent hub',
      'agent manager',
      'agent maths',
      'agent papers',
      'agent search',
      'hub -mcp_servers-> hub.example.com',
      'hub -models-> gpt-4.1',
      'manager -models-> gpt-4o',
      'manager -sub_agents-> maths',
      'manager -sub_agents-> search',
      'manager -tools-> DuckDuckGoSearchRun',
      'manager -tools-> image_generator',
      'manager -tools-> length',
      'manager -tools-> upper_case',
      'maths -models-> claude-3-5-sonnet',
      'maths -tools-> FinalAnswerTool',
      'maths -tools-> PythonInterpreterTool',
      'maths -tools-> SpeechToTextTool',
      'maths -tools-> UserInputTool',
      'mcp_server collection (stdio)',
      'mcp_server hub.example.com (streamable-http)',
      'model Qwen/Qwen2.5-72B-Instruct (Qwen)',
      'model amazon.nova-pro (aws-bedrock)',
      'model claude-3-5-sonnet (anthropic)',
      'model gpt-4.1 (azure)',
      'model gpt-4o (openai)',
      'papers -mcp_servers-> collection',
      'papers -models-> amazon.nova-pro',
      'search -models-> Qwen/Qwen2.5-72B-Instruct',
      'search -tools-> ApiWebSearchTool',
      'search -tools-> DuckDuckGoSearchTool',
      'search -tools-> GoogleSearchTool',
      'search -tools-> VisitWebpageTool',
      'search -tools-> WebSearchTool',
      'search -tools-> WikipediaSearchTool',
      'tool ApiWebSearchTool',
      'tool DuckDuckGoSearchRun',
      'tool DuckDuckGoSearchTool',
      'tool FinalAnswerTool',
      'tool GoogleSearchTool',
      'tool PythonInterpreterTool',
      'tool SpeechToTextTool',
      'tool UserInputTool',
      'tool VisitWebpageTool',
      'tool WebSearchTool',
      'tool WikipediaSearchTool',
      'tool image_generator',
      'tool length',
      'tool reverse',
      'tool upper_case',
    ],
  },
  'Semantic Kernel': {
    sources: {
      'main.py': `
from semantic_kernel import Kernel
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.anthropic import AnthropicChatCompletion
from semantic_kernel.connectors.ai.open_ai import AzureChatCompletion, OpenAIChatCompletion
from semantic_kernel.connectors.mcp import MCPSsePlugin, MCPStdioPlugin, MCPStreamableHttpPlugin, create_mcp_server_from_functions
from semantic_kernel.core_plugins.sessions_python_tool.sessions_python_plugin import SessionsPythonTool
from semantic_kernel.functions import kernel_function
from semantic_kernel.processes.kernel_process import KernelProcessStep

class Menu:
    @kernel_function(description="Lists specials.")
    def specials(self) -> str:
        return ""

class Greet(KernelProcessStep):
    @kernel_function
    async def greet(self, name: str) -> str:
        return name

host = ChatCompletionAgent(service=OpenAIChatCompletion(ai_model_id="gpt-4o"), name="Host", plugins=[Menu(), SessionsPythonTool()])
guide = ChatCompletionAgent(service=AzureChatCompletion(deployment_name="gpt-4.1"), name="Guide", plugins=[MCPStdioPlugin(name="Time", command="uvx", args=["mcp-server-time"])])
critic = ChatCompletionAgent(
    service=AnthropicChatCompletion(ai_model_id="claude-3-7-sonnet"),
    name="Critic",
    plugins=[MCPSsePlugin(name="Events", url="https://events.example.com/sse"), MCPStreamableHttpPlugin(name="Search", url="https://search.example.com/mcp")],
)
menu_server = create_mcp_server_from_functions(Menu(), server_name="MenuServer", plugin_name="menu")
kernel_server = Kernel().as_mcp_server(server_name="KernelServer")
host_server = host.as_mcp_server()
`,
    },
    found: [
      'Critic -mcp_servers-> Events',
      'Critic -mcp_servers-> Search',
      'Critic -models-> claude-3-7-sonnet',
      'Guide -mcp_servers-> Time',
      'Guide -models-> gpt-4.1',
      'Host -models-> gpt-4o',
      'Host -tools-> SessionsPythonTool',
      'Host -tools-> specials',
      'MenuServer -tools-> specials',
      'agent Critic',
      'agent Guide',
      'agent Host',
      'mcp_server Events (sse)',
      'mcp_server Host (stdio)',
      'mcp_server KernelServer (stdio)',
      'mcp_server MenuServer (stdio)',
      'mcp_server Search (streamable-http)',
      'mcp_server Time (stdio)',
      'model claude-3-7-sonnet (anthropic)',
      'model gpt-4.1 (azure)',
      'model gpt-4o (openai)',
      'tool SessionsPythonTool',
      'tool specials',
    ],
  },
  'Claude Agent SDK': {
    sources: {
      'main.py': `
from claude_agent_sdk import AgentDefinition, ClaudeAgentOptions, ClaudeSDKClient, create_sdk_mcp_server, tool

@tool("greet", "Greets a person", {"name": str})
async def greet_person(args):
    return {}

server = create_sdk_mcp_server(name="people", tools=[greet_person])

async def chat():
    options = ClaudeAgentOptions(
        model="opus",
        allowed_tools=["Read", "mcp__people__greet"],
        mcp_servers={"people": server},
        agents={"reviewer": AgentDefinition(description="Reviews.", prompt="Review.", tools=["Grep"], model="haiku")},
    )
    async with ClaudeSDKClient(options=options) as client:
        await client.query("x")
    async with ClaudeSDKClient(options=ClaudeAgentOptions(tools={"type": "preset", "preset": "claude_code"})) as plain:
        await plain.query("x")
`,
    },
    found: [
      'agent client',
      'agent plain',
      'agent reviewer',
      'client -mcp_servers-> people',
      'client -models-> opus',
      'client -sub_agents-> reviewer',
      'client -tools-> Read',
      'mcp_server people (stdio)',
      'model haiku (anthropic)',
      'model opus (anthropic)',
      'people -tools-> greet',
      'reviewer -models-> haiku',
      'reviewer -tools-> Grep',
      'tool Grep',
      'tool Read',
      'tool greet',
    ],
  },
  'MCP SDK and FastMCP': {
    sources: {
      'fast.py': `
from fastmcp import FastMCP
from fastmcp.client.sampling.handlers.anthropic import AnthropicSamplingHandler
from fastmcp.client.sampling.handlers.openai import OpenAISamplingHandler
from fastmcp.tools import Tool

mcp = FastMCP("Notes")

@mcp.tool(annotations={"readOnlyHint": True})
def read_note(name: str) -> str:
    """Reads a note."""
    return name

@mcp.resource("notes://{name}")
def note(name: str) -> str:
    """A note."""
    return name

@mcp.prompt
def summarize(name: str) -> str:
    """Asks for a summary."""
    return name

def delete_note(name: str) -> None:
    """Deletes a note."""

mcp.add_tool(Tool.from_function(delete_note, name="delete"))
api = FastMCP.from_openapi(openapi_spec={}, client=None, name="Weather")
claude = AnthropicSamplingHandler(default_model="claude-sonnet-4-5")
gpt = OpenAISamplingHandler(default_model="gpt-4o-mini")
`,
      'provider/tools.py': `
from fastmcp.tools import tool

@tool
def greet(name: str) -> str:
    """Greets."""
    return name
`,
      'low.py': `
from mcp.server import Server
from mcp.types import Tool

server = Server("time")

@server.list_tools()
async def handle() -> list[Tool]:
    return [Tool(name="now", description="Tells the time.", inputSchema={"type": "object"})]
`,
      'second.py': `
from mcp.server import Server
from mcp.server.mcpserver import MCPServer
from mcp.types import ListToolsResult, Tool

mcp = MCPServer("Sums")

@mcp.tool()
def add(a: int, b: int) -> int:
    """Adds."""
    return a + b

async def list_tools(context, params) -> ListToolsResult:
    return ListToolsResult(tools=[Tool(name="find_book", description="Finds.", input_schema={"type": "object"})])

books = Server("Bookshop", on_list_tools=list_tools)
`,
      'client.py': `
from mcp import ClientSession, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamablehttp_client

parameters = StdioServerParameters(command="uvx", args=["mcp-server-fetch"])

async def main():
    async with sse_client("https://events.example.com/sse") as events:
        pass
    async with streamablehttp_client("https://search.example.com/mcp") as search:
        pass
`,
    },
    found: [
      'Bookshop -tools-> find_book',
      'Notes -tools-> delete',
      'Notes -tools-> note',
      'Notes -tools-> read_note',
      'Notes -tools-> summarize',
      'Sums -tools-> add',
      'mcp_server Bookshop (stdio)',
      'mcp_server Notes (stdio)',
      'mcp_server Sums (stdio)',
      'mcp_server Weather (stdio)',
      'mcp_server events (sse)',
      'mcp_server parameters (stdio)',
      'mcp_server search (streamable-http)',
      'mcp_server time (stdio)',
      'model claude-sonnet-4-5 (anthropic)',
      'model gpt-4o-mini (openai)',
      'time -tools-> now',
      'tool add',
      'tool delete',
      'tool find_book',
      'tool greet',
      'tool note (resource)',
      'tool now',
      'tool read_note',
      'tool summarize (prompt)',
    ],
  },
  'SDKs of model providers': {
    sources: {
      'main.py': `
import boto3
import cohere
import google.generativeai as palm
import instructor
import litellm
import ollama
from anthropic import Anthropic
from diffusers import DiffusionPipeline
from google import genai
from groq import Groq
from huggingface_hub import InferenceClient
from mistralai import Mistral
from openai import AzureOpenAI, OpenAI
from sentence_transformers import SentenceTransformer
from together import Together
from transformers import AutoModelForCausalLM, pipeline
from vllm import LLM

patched = instructor.from_openai(OpenAI())
routed = instructor.from_provider("openai/m-routed")

def ask(text):
    OpenAI().chat.completions.create(model="m-openai", messages=[])
    patched.chat.completions.create(model="m-patched", messages=[])
    AzureOpenAI().chat.completions.create(model="m-azure", messages=[])
    Anthropic().messages.create(model="m-anthropic", max_tokens=1, messages=[])
    genai.Client().models.generate_content(model="m-genai", contents=text)
    palm.GenerativeModel("m-palm")
    litellm.completion(model="m-litellm", messages=[])
    ollama.chat(model="m-ollama", messages=[])
    Groq().chat.completions.create(model="m-groq", messages=[])
    Mistral().chat.complete(model="m-mistral", messages=[])
    cohere.Client().chat(model="m-cohere", message=text)
    Together().chat.completions.create(model="m-together", messages=[])
    boto3.client("bedrock-runtime").converse(modelId="m-bedrock", messages=[])
    AutoModelForCausalLM.from_pretrained("acme/m-auto")
    pipeline("summarization", "acme/m-pipeline")
    SentenceTransformer("acme/m-sentences")
    DiffusionPipeline.from_pretrained("acme/m-images")
    LLM(model="acme/m-vllm")
    InferenceClient("acme/m-inference")
`,
    },
    found: [
      'model acme/m-auto (acme)',
      'model acme/m-images (acme)',
      'model acme/m-inference (acme)',
      'model acme/m-pipeline (acme)',
      'model acme/m-sentences (acme)',
      'model acme/m-vllm (acme)',
      'model m-anthropic (anthropic)',
      'model m-azure (azure)',
      'model m-bedrock (aws-bedrock)',
      'model m-cohere (cohere)',
      'model m-genai (google)',
      'model m-groq (groq)',
      'model m-litellm (unknown)',
      'model m-mistral (mistral)',
      'model m-ollama (ollama)',
      'model m-openai (openai)',
      'model m-palm (google)',
      'model m-patched (unknown)',
      'model m-routed (openai)',
      'model m-together (together)',
    ],
  },
};
