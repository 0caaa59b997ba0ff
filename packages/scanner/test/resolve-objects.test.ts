/** Agents that classes of the repository create for their objects. */
import { describe, expect, it } from 'vitest';
import { scanSources } from './scan-sources.ts';

describe('classes that create agents', () => {
  it('create one for each class that derives from them, with what it overrides', async () => {
    const { relations } = await scanSources({
      'desk/base.py': `from abc import ABC, abstractmethod
from agents import Agent
class BaseDesk(ABC):
    name = "base"
    model = "gpt-5"
    def __init__(self):
        self.agent = self._build()
    def _build(self):
        return Agent(name=self.name, model=self.model, tools=self.tools())
    @abstractmethod
    def tools(self): ...
`,
      'desk/desks.py': `from agents import Agent, function_tool
from .base import BaseDesk
@function_tool
def find(order: str) -> str:
    return order
@function_tool
def send(order: str) -> str:
    return order
class Finder(BaseDesk):
    name = "finder"
    def tools(self):
        return [find]
class Sender(BaseDesk):
    name = "sender"
    model = "gpt-5-mini"
    def tools(self):
        return [send]
host = Agent(name="host", handoffs=[Sender().agent])
`,
    });
    expect(relations()).toEqual([
      'finder -models-> gpt-5',
      'finder -tools-> find',
      'host -sub_agents-> sender',
      'sender -models-> gpt-5-mini',
      'sender -tools-> send',
    ]);
  });

  it('create one for each object, with the arguments of its constructor', async () => {
    const { relations } = await scanSources({
      'desk.py': `from agents import Agent
class Desk:
    def __init__(self, name, model):
        self.name = name
        self.agent = Agent(name=self.name, model=model)
class Clerk(Desk):
    def __init__(self):
        super().__init__("clerk", model="gpt-5-nano")
first = Desk("first", "gpt-5")
second = Desk("second", model="gpt-5-mini")
host = Agent(name="host", handoffs=[second.agent])
clerk = Clerk()
`,
    });
    expect(relations()).toEqual([
      'clerk -models-> gpt-5-nano',
      'first -models-> gpt-5',
      'host -sub_agents-> second',
      'second -models-> gpt-5-mini',
    ]);
  });

  it('create it with what their constructors pass to those of a library', async () => {
    const { relations } = await scanSources({
      'base.py': `from pydantic import BaseModel, Field
class BaseDesk(BaseModel):
    title: str = Field(description="The name.")
    model: str = "gpt-5"
`,
      'desk.py': `from agents import Agent
from base import BaseDesk
class Desk(BaseDesk):
    def __init__(self, title: str, model: str):
        super().__init__(title=title, model=model)
        self.agent = None
    async def start(self):
        self.agent = Agent(name=self.title, model=self.model)
first = Desk(title="first", model="gpt-5-mini")
second = Desk(title="second", model="gpt-5-nano")
`,
    });
    expect(relations()).toEqual(['first -models-> gpt-5-mini', 'second -models-> gpt-5-nano']);
  });

  it('name it after the class when nothing else does', async () => {
    const { names, relations } = await scanSources({
      'desk.py': `from langchain.agents import create_agent
class Desk:
    model = "openai:gpt-5"
    def build(self):
        return create_agent(self.model, tools=[])
class Finder(Desk):
    pass
class Sender(Desk):
    model = "openai:gpt-5-mini"
finder = Finder().build()
sender = Sender().build()
`,
    });
    expect(names('agent')).toEqual(['Finder', 'Sender']);
    expect(relations()).toEqual(['Finder -models-> gpt-5', 'Sender -models-> gpt-5-mini']);
  });

  it('give it what methods add to their fields', async () => {
    const { relations } = await scanSources({
      'desk.py': `from agents import Agent, function_tool
@function_tool
def find(order: str) -> str:
    return order
class Desk:
    def __init__(self):
        self.tools = []
        self.subs = {}
        self.register(find)
    def register(self, tool):
        self.tools.append(tool)
    def build(self):
        self.subs["clerk"] = Agent(name="clerk")
        return Agent(name="lead", tools=self.tools, handoffs=list(self.subs.values()))
Desk().build()
`,
    });
    expect(relations()).toEqual(['lead -sub_agents-> clerk', 'lead -tools-> find']);
  });
});

describe('builders that return themselves', () => {
  it('are followed however often they are called', async () => {
    const { relations } = await scanSources({
      'desk.py': `from semantic_kernel.agents import ChatCompletionAgent, OrchestrationHandoffs
triage = ChatCompletionAgent(name="triage")
status = ChatCompletionAgent(name="status")
orders = ChatCompletionAgent(name="orders")
handoffs = (
    OrchestrationHandoffs()
    .add_many(source_agent=triage.name, target_agents={status.name: "x", orders.name: "y"})
    .add(source_agent=status.name, target_agent=triage.name)
    .add(source_agent=orders, target_agent=triage)
)
`,
    });
    expect(relations('sub_agents')).toEqual([
      'orders -sub_agents-> triage',
      'status -sub_agents-> triage',
      'triage -sub_agents-> orders',
      'triage -sub_agents-> status',
    ]);
  });
});
