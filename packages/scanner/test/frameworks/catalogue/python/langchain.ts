import type { CatalogueCase } from '../find.ts';

export const LANGCHAIN_CASES: Readonly<Record<string, CatalogueCase>> = {
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
};
