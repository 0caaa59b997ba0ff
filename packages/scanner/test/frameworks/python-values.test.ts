import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

describe('kernels of Semantic Kernel', () => {
  const SOURCE = (agents: string) => `from semantic_kernel import Kernel
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion
from semantic_kernel.functions import kernel_function

class Menu:
    @kernel_function
    def specials(self) -> str:
        "Lists."
        return "soup"

def make(service_id: str) -> Kernel:
    kernel = Kernel()
    kernel.add_service(OpenAIChatCompletion(service_id="large", ai_model_id="gpt-4o"))
    kernel.add_service(OpenAIChatCompletion(service_id="small", ai_model_id="gpt-4o-mini"))
    return kernel

${agents}
`;

  it('gives a plugin to the agents of one kernel, not to those of another one that the same function created', async () => {
    const { relations } = await scanSources({
      'desk/agents.py': SOURCE(`first = make("a")
first.add_plugin(Menu(), "menu")
host = ChatCompletionAgent(kernel=first, name="host")
guest = ChatCompletionAgent(kernel=make("b"), name="guest")`),
    });
    expect(relations('tools')).toEqual(['host -tools-> specials']);
  });

  it('selects the service that an agent asks for', async () => {
    const { relations } = await scanSources({
      'desk/agents.py': SOURCE('host = ChatCompletionAgent(kernel=make("a"), service_id="small", name="host")'),
    });
    expect(relations('models')).toEqual(['host -models-> gpt-4o-mini']);
  });

  it('prefers the service that is passed to the agent', async () => {
    const { relations } = await scanSources({
      'desk/agents.py': SOURCE(
        'host = ChatCompletionAgent(kernel=make("a"), service=OpenAIChatCompletion(ai_model_id="gpt-5"), name="host")',
      ),
    });
    expect(relations('models')).toEqual(['host -models-> gpt-5']);
  });
});

describe('tools of packages that the catalogue does not know', () => {
  const SOURCE = (tools: string) => `from langchain.agents import create_agent
from helpers.desk import TOOLS, desk_tools, find_order, weigh
from helpers.desk import Toolkit, WeatherTool

agent = create_agent("openai:gpt-5", tools=${tools}, name="clerk")
`;

  it('have the names that a list of tools says', async () => {
    const { relations } = await scanSources({ 'desk/a.py': SOURCE('[find_order, weigh, WeatherTool(key="x")]') });
    expect(relations('tools')).toEqual([
      'clerk -tools-> WeatherTool',
      'clerk -tools-> find_order',
      'clerk -tools-> weigh',
    ]);
  });

  it('are unknown when a name may stand for several, and when it is a function or a class that returns them', async () => {
    const { relations } = await scanSources({
      'desk/a.py': SOURCE('[*TOOLS, *desk_tools, Toolkit(), find_order("x"), sorted]'),
    });
    expect(relations('tools')).toEqual([]);
  });
});

describe('values in Python', () => {
  it('relates a graph to what is bound to the functions of its nodes', async () => {
    const { relations } = await scanSources({
      'desk/a.py': `import functools
from functools import partial
from langchain.agents import create_agent
from langchain_openai import ChatOpenAI
from langgraph.graph import MessagesState, StateGraph

clerk = create_agent("openai:gpt-5", tools=[], name="clerk")
porter = create_agent("openai:gpt-5", tools=[], name="porter")
model = ChatOpenAI(model="gpt-4o")

def run(state, agent, name):
    return agent.invoke(state)

def talk(state, model):
    return model.invoke(state)

node = functools.partial(run, agent=clerk, name="Clerk")
builder = StateGraph(MessagesState)
builder.add_node("clerk", node)
builder.add_node("talk", partial(talk, model=model))
desk = builder.compile()
unused = partial(run, agent=porter, name="Porter")
`,
    });
    expect(relations('sub_agents')).toEqual(['desk -sub_agents-> clerk']);
    expect(relations('models')).toEqual(['clerk -models-> gpt-5', 'desk -models-> gpt-4o', 'porter -models-> gpt-5']);
  });

  it('evaluates defaults of parameters around the function, where names of the class are visible', async () => {
    const { relations } = await scanSources({
      'desk/a.py': `from agents import Agent

class Desk:
    DEFAULT = "gpt-4o-mini"

    def __init__(self, model: str = DEFAULT):
        DEFAULT = "gpt-5"
        self.agent = Agent(name="clerk", model=model)
`,
    });
    expect(relations('models')).toEqual(['clerk -models-> gpt-4o-mini']);
  });

  it('creates an object of each class that one call can mean', async () => {
    const { relations } = await scanSources({
      'desk/a.py': `from crewai import Agent
from crewai.tools import BaseTool

class Find(BaseTool):
    name: str = "find"

class Load(BaseTool):
    name: str = "load"

def tools(root: str):
    found = []
    for Each in [Find, Load]:
        tool = Each()
        tool.root = root
        found.append(tool)
    return found

clerk = Agent(role="Clerk", goal="x", backstory="y", tools=tools("/srv"))
`,
    });
    expect(relations('tools')).toEqual(['Clerk -tools-> find', 'Clerk -tools-> load']);
  });

  it('takes what a stack of contexts enters for what it is', async () => {
    const { relations } = await scanSources({
      'desk/a.py': `from contextlib import AsyncExitStack
from agents import Agent
from agents.mcp import MCPServerStdio

class Desk:
    def __init__(self):
        self.stack = AsyncExitStack()

    async def open(self, stack):
        files = await self.stack.enter_async_context(MCPServerStdio(name="files", params={"command": "npx"}))
        orders = await stack.enter_async_context(MCPServerStdio(name="orders", params={"command": "npx"}))
        return Agent(name="clerk", mcp_servers=[files, orders])
`,
    });
    expect(relations('mcp_servers')).toEqual(['clerk -mcp_servers-> files', 'clerk -mcp_servers-> orders']);
  });

  it('finds class methods of libraries that classes of the repository inherit, unless they define them', async () => {
    const { relations } = await scanSources({
      'desk/a.py': `from llama_index.core.agent import ReActAgent
from llama_index.llms.openai import OpenAI

class Careful(ReActAgent):
    pass

class Own(ReActAgent):
    @classmethod
    def from_tools(cls, tools, llm):
        return None

clerk = Careful.from_tools([], llm=OpenAI(model="gpt-4o"))
porter = Own.from_tools([], llm=OpenAI(model="gpt-4o-mini"))
`,
    });
    expect(relations('models')).toEqual(['clerk -models-> gpt-4o']);
  });
});
