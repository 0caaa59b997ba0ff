import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

/** For each framework, sources as its documentation writes them, and everything that has to be found: objects, then relations. */
const CASES: Record<string, { sources: Record<string, string>; found: readonly string[]; related: readonly string[] }> =
  {
    LangGraph: {
      sources: {
        'graph.py': `
from pydantic import BaseModel
from langchain.chat_models import init_chat_model
from langchain_core.tools import tool
from langgraph.graph import END, START, StateGraph
from langgraph.prebuilt import ToolNode, create_react_agent

@tool("look_up")
def search(query: str) -> str:
    """Searches."""
    return query

@tool
def plain(query: str) -> str:
    """Searches."""
    return query

class Finish(BaseModel):
    reason: str

model = init_chat_model("openai:gpt-4.1").bind_tools([search, tool(Finish)])
helper = create_react_agent("anthropic:claude-sonnet-4-5", tools=[plain], name="helper")

def call_model(state):
    return {"messages": [model.invoke(state["messages"])]}

builder = StateGraph(dict)
builder.add_node("model", call_model)
builder.add_node("tools", ToolNode([search]))
builder.add_node("helper", helper)
graph = builder.compile()
`,
      },
      found: [
        'agent graph',
        'agent helper',
        'model claude-sonnet-4-5',
        'model gpt-4.1',
        'tool Finish',
        'tool look_up',
        'tool plain',
      ],
      related: [
        'graph -models-> gpt-4.1',
        'graph -sub_agents-> helper',
        'graph -tools-> Finish',
        'graph -tools-> look_up',
        'helper -models-> claude-sonnet-4-5',
        'helper -tools-> plain',
      ],
    },
    CrewAI: {
      sources: {
        'src/desk/crew.py': `
from crewai import Agent, Crew, LLM
from crewai.project import CrewBase, agent
from crewai.tools import BaseTool
from crewai_tools import SerperDevTool

class Rates(BaseTool):
    name: str = "exchange_rates"
    description: str = "Reads rates."
    def _run(self, currency: str) -> str:
        return currency

@CrewBase
class Desk:
    agents_config = "config/agents.yaml"

    @agent
    def researcher(self) -> Agent:
        return Agent(config=self.agents_config["researcher"], tools=[SerperDevTool(), Rates()], llm=LLM(model="openai/gpt-4o"))
`,
        'src/desk/config/agents.yaml':
          'researcher:\n  role: Researcher\n  goal: Find\n  backstory: Long\nwriter:\n  role: Writer\n  goal: Write\n  backstory: Long\n  llm: anthropic/claude-3-5-haiku\n',
      },
      found: [
        'agent researcher',
        'agent writer',
        'model claude-3-5-haiku',
        'model gpt-4o',
        'tool SerperDevTool',
        'tool exchange_rates',
      ],
      related: [
        'researcher -models-> gpt-4o',
        'researcher -tools-> SerperDevTool',
        'researcher -tools-> exchange_rates',
        'writer -models-> claude-3-5-haiku',
      ],
    },
    AutoGen: {
      sources: {
        'main.py': `
from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient

async def weather(city: str) -> str:
    return city

client = OpenAIChatCompletionClient(model="gpt-4o")
planner = AssistantAgent("planner", model_client=client, tools=[weather], system_message="Plan.")
`,
      },
      found: ['agent planner', 'model gpt-4o', 'tool weather'],
      related: ['planner -models-> gpt-4o', 'planner -tools-> weather'],
    },
    'Microsoft Agent Framework': {
      sources: {
        'main.py': `
from agent_framework import ChatAgent, HostedWebSearchTool, ai_function
from agent_framework.openai import OpenAIChatClient

@ai_function(name="get_weather")
def weather(city: str) -> str:
    return city

first = OpenAIChatClient(model_id="gpt-4o-mini").create_agent(name="First", tools=weather)
second = ChatAgent(chat_client=OpenAIChatClient(model_id="gpt-4o"), name="Second", tools=[first.as_tool(), HostedWebSearchTool()])
`,
      },
      found: [
        'agent First',
        'agent Second',
        'model gpt-4o',
        'model gpt-4o-mini',
        'tool get_weather',
        'tool web_search',
      ],
      related: [
        'First -models-> gpt-4o-mini',
        'First -tools-> get_weather',
        'Second -models-> gpt-4o',
        'Second -sub_agents-> First',
        'Second -tools-> web_search',
      ],
    },
    LlamaIndex: {
      sources: {
        'main.py': `
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent
from llama_index.core.tools import FunctionTool
from llama_index.llms.openai import OpenAI

def multiply(a: float, b: float) -> float:
    """Multiplies."""
    return a * b

math = FunctionAgent(name="Math", llm=OpenAI(model="gpt-4o-mini"), tools=[FunctionTool.from_defaults(multiply)])
flow = AgentWorkflow(agents=[math], root_agent="Math")
`,
      },
      found: ['agent Math', 'model gpt-4o-mini', 'tool multiply'],
      related: ['Math -models-> gpt-4o-mini', 'Math -tools-> multiply'],
    },
    'Pydantic AI': {
      sources: {
        'main.py': `
from pydantic_ai import Agent, RunContext
from pydantic_ai.mcp import MCPServerStdio

server = MCPServerStdio("uvx", args=["mcp-run-python@1.0"])
support = Agent("openai:gpt-4o", toolsets=[server], system_prompt="Help.")

@support.tool
async def balance(ctx: RunContext[int], pending: bool) -> float:
    """Returns the balance."""
    return 1.0
`,
      },
      found: ['agent support', 'mcp_server server', 'model gpt-4o', 'tool balance'],
      related: ['support -mcp_servers-> server', 'support -models-> gpt-4o', 'support -tools-> balance'],
    },
    'Google ADK': {
      sources: {
        'desk/agent.py': `
from google.adk.agents import Agent, LlmAgent, SequentialAgent
from google.adk.tools import google_search
from google.adk.tools.agent_tool import AgentTool

def clock(city: str) -> dict:
    """Returns the time."""
    return {}

searcher = Agent(name="searcher", model="gemini-2.5-flash", tools=[google_search])
greeter = LlmAgent(name="greeter", model="gemini-2.5-flash", instruction="Greet.", tools=[clock, AgentTool(agent=searcher)])
root_agent = SequentialAgent(name="pipeline", sub_agents=[greeter])
`,
      },
      found: [
        'agent greeter',
        'agent pipeline',
        'agent searcher',
        'model gemini-2.5-flash',
        'tool clock',
        'tool google_search',
      ],
      related: [
        'greeter -models-> gemini-2.5-flash',
        'greeter -sub_agents-> searcher',
        'greeter -tools-> clock',
        'pipeline -sub_agents-> greeter',
        'searcher -models-> gemini-2.5-flash',
        'searcher -tools-> google_search',
      ],
    },
    smolagents: {
      sources: {
        'main.py': `
from smolagents import CodeAgent, InferenceClientModel, Tool, WebSearchTool, tool

@tool
def length(text: str) -> int:
    """Counts."""
    return len(text)

class Upper(Tool):
    name = "upper_case"
    description = "Changes."
    inputs = {}
    output_type = "string"

model = InferenceClientModel("Qwen/Qwen2.5-72B-Instruct")
manager = CodeAgent(tools=[length, Upper(), WebSearchTool()], model=model)
`,
      },
      found: [
        'agent manager',
        'model Qwen/Qwen2.5-72B-Instruct',
        'tool WebSearchTool',
        'tool length',
        'tool upper_case',
      ],
      related: [
        'manager -models-> Qwen/Qwen2.5-72B-Instruct',
        'manager -tools-> WebSearchTool',
        'manager -tools-> length',
        'manager -tools-> upper_case',
      ],
    },
    'Semantic Kernel': {
      sources: {
        'main.py': `
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion
from semantic_kernel.functions import kernel_function

class Menu:
    @kernel_function(description="Lists specials.")
    def specials(self) -> str:
        return ""

host = ChatCompletionAgent(service=OpenAIChatCompletion(ai_model_id="gpt-4o"), name="Host", plugins=[Menu()])
`,
      },
      found: ['agent Host', 'model gpt-4o', 'tool specials'],
      related: ['Host -models-> gpt-4o', 'Host -tools-> specials'],
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
`,
      },
      found: [
        'agent client',
        'agent reviewer',
        'mcp_server people',
        'model haiku',
        'model opus',
        'tool Grep',
        'tool Read',
        'tool greet',
      ],
      related: [
        'client -mcp_servers-> people',
        'client -models-> opus',
        'client -sub_agents-> reviewer',
        'client -tools-> Read',
        'people -tools-> greet',
        'reviewer -models-> haiku',
        'reviewer -tools-> Grep',
      ],
    },
    'MCP SDK and FastMCP': {
      sources: {
        'fast.py': `
from fastmcp import FastMCP

mcp = FastMCP("Notes")

@mcp.tool(annotations={"readOnlyHint": True, "destructiveHint": False})
def read_note(name: str) -> str:
    """Reads a note."""
    return name

def delete_note(name: str) -> None:
    """Deletes a note."""

mcp.tool(name="delete")(delete_note)
`,
        'low.py': `
from mcp.server import Server
from mcp.types import Tool

def create():
    server = Server("time")

    @server.list_tools()
    async def handle() -> list[Tool]:
        return [Tool(name="now", description="Tells the time.", inputSchema={"type": "object"})]

    return server
`,
      },
      found: ['mcp_server Notes', 'mcp_server time', 'tool delete', 'tool now', 'tool read_note'],
      related: ['Notes -tools-> delete', 'Notes -tools-> read_note', 'time -tools-> now'],
    },
    'SDKs of model providers': {
      sources: {
        'main.py': `
from openai import OpenAI
from sentence_transformers import SentenceTransformer

client = OpenAI()
encoder = SentenceTransformer("sentence-transformers/all-MiniLM-L6-v2")

def ask(text, model="gpt-4.1"):
    return client.chat.completions.create(model=model, messages=[])
`,
      },
      found: ['model gpt-4.1', 'model sentence-transformers/all-MiniLM-L6-v2'],
      related: [],
    },
  };

describe.each(Object.entries(CASES))('%s', (_, { sources, found, related }) => {
  it('yields its components and relations', async () => {
    const { report, relations } = await scanSources(sources);
    expect(report.objects.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual(found);
    expect(relations()).toEqual(related);
  });

  it('yields nothing from comments, texts, and modules of other packages', async () => {
    const others = Object.entries(sources).map(([path, source]) => {
      const renamed = source.replaceAll(/^(from|import) ([a-z_]+)/gm, '$1 other_$2');
      const commented = source.replaceAll(/^/gm, '# ');
      return [
        path,
        path.endsWith('.py') ? `import agents\n${renamed}\n${commented}\nTEXT = '''${source}'''\n` : '{}',
      ] as const;
    });
    const { report } = await scanSources(Object.fromEntries(others));
    expect(
      report.objects.filter(({ labels }) => !labels.has('confidence')).map(({ kind, name }) => `${kind} ${name}`),
    ).toEqual([]);
  });
});
