import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

describe('CrewAI', () => {
  const CREW = (task: string) => `from crewai import Agent, Crew, Task
from crewai_tools import DirectoryReadTool, SerperDevTool
from .tools import Weigh

clerk = Agent(role="Clerk", goal="Files.", backstory="x", tools=[SerperDevTool()])
porter = Agent(role="Porter", goal="Carries.", backstory="x")
carry = ${task}
crew = Crew(agents=[clerk, porter], tasks=[carry])
`;
  const TOOLS = `from crewai.tools import BaseTool

class Weigh(BaseTool):
    name: str = "weigh"
    description: str = "Weighs."
    def _run(self, parcel: str) -> str:
        return parcel
`;

  it('gives an agent the tools of its tasks', async () => {
    const { relations } = await scanSources({
      'desk/crew.py': CREW(
        'Task(description="x", expected_output="y", tools=[DirectoryReadTool(), Weigh()], agent=porter)',
      ),
      'desk/tools.py': TOOLS,
    });
    expect(relations('tools')).toEqual([
      'Clerk -tools-> SerperDevTool',
      'Porter -tools-> DirectoryReadTool',
      'Porter -tools-> weigh',
    ]);
  });

  it('gives no agent the tools of a task without an agent', async () => {
    const { relations } = await scanSources({
      'desk/crew.py': CREW('Task(description="x", expected_output="y", tools=[Weigh()])'),
      'desk/tools.py': TOOLS,
    });
    expect(relations('tools')).toEqual(['Clerk -tools-> SerperDevTool']);
  });
});

describe('classes of tools', () => {
  const BASE = `from smolagents import Tool

class DeskTool(Tool):
    def __init__(self, name: str):
        super().__init__()
        self.label = name

class FindOrder(DeskTool):
    name = "find_order"
    description = "Finds."
    inputs = {}
    output_type = "string"
    def forward(self) -> str:
        return ""
`;

  it('are not tools when others derive from them and they have no name', async () => {
    const { names } = await scanSources({ 'desk/tools.py': BASE });
    expect(names('tool')).toEqual(['find_order']);
  });

  it('are tools when they have a name, or when nothing derives from them', async () => {
    const { names } = await scanSources({
      'desk/tools.py': BASE.replace('class DeskTool(Tool):\n', 'class DeskTool(Tool):\n    name = "desk"\n').replace(
        'name = "find_order"',
        'name = "find_order"',
      ),
      'desk/alone.py':
        'from smolagents import Tool\n\nclass Alone(Tool):\n    def forward(self) -> str:\n        return ""\n',
    });
    expect(names('tool')).toEqual(['Alone', 'desk', 'find_order']);
  });
});

describe('Microsoft Agent Framework', () => {
  it('relates an agent to the models of each client that may create it, and serves it', async () => {
    const { names, relations } = await scanSources({
      'desk.py': `import os
from agent_framework.openai import OpenAIChatClient

if os.getenv("LOCAL"):
    client = OpenAIChatClient(model=os.environ["DEPLOYMENT"])
elif os.getenv("OTHER"):
    client = OpenAIChatClient(model="qwen3:4b")
else:
    client = OpenAIChatClient(model="gpt-5")
writer = client.as_agent(name="Writer", instructions="Write.")
server = writer.as_mcp_server(server_name="WriterServer")
`,
    });
    expect(relations('models')).toEqual(['Writer -models-> gpt-5', 'Writer -models-> qwen3:4b']);
    expect(names('agent')).toEqual(['Writer']);
    expect(names('mcp_server')).toEqual(['WriterServer']);
  });
});

describe('AutoGen', () => {
  it('gives tools to the agents that may call them, and not to those that execute them', async () => {
    const { names, relations } = await scanSources({
      'desk.py': `from autogen import ConversableAgent, register_function

clerk = ConversableAgent("Clerk")
porter = ConversableAgent("Porter")
runner = ConversableAgent("Runner")

def weigh(parcel: str) -> str:
    "Weighs a parcel."
    return parcel

for caller in [clerk, porter]:
    register_function(weigh, caller=caller, executor=runner, name="weigh_parcel", description="Weighs.")

@runner.register_for_execution()
@clerk.register_for_llm(description="Finds an order.")
def find_order(order: str) -> str:
    return order
`,
    });
    expect(names('tool')).toEqual(['find_order', 'weigh_parcel']);
    expect(relations('tools')).toEqual([
      'Clerk -tools-> find_order',
      'Clerk -tools-> weigh_parcel',
      'Porter -tools-> weigh_parcel',
    ]);
  });
});

describe('the Claude Agent SDK for TypeScript', () => {
  it('gives its sub-agents the built-in tools that they name', async () => {
    const { relations, report } = await scanSources({
      'desk.ts': `import { query } from '@anthropic-ai/claude-agent-sdk';
query({
  prompt: 'x',
  options: { agents: { planner: { description: 'Plans.', prompt: 'x', tools: ['Read', 'Bash(git log:*)', 'mcp__a__b'] } } },
});
`,
    });
    expect(relations('tools')).toEqual(['planner -tools-> Bash', 'planner -tools-> Read']);
    expect(report.diagnostics).toEqual([]);
  });
});
