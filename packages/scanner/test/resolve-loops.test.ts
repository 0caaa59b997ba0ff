/** What code creates in loops and comprehensions over items that are known. */
import { describe, expect, it } from 'vitest';
import { scanSources } from './scan-sources.ts';

describe('loops over tables of settings', () => {
  it('create one agent for each item, with the model of that item', async () => {
    const { relations } = await scanSources({
      'desk/agents.py': `from agents import Agent
SPECS = {
    "clerk": {"model": "gpt-5"},
    "porter": {"model": "gpt-5-mini"},
}
DESK = {}
for name, spec in SPECS.items():
    model = spec["model"]
    DESK[name] = Agent(name=name, model=model)
host = Agent(name="host", handoffs=[DESK["porter"]])
`,
    });
    expect(relations()).toEqual(['clerk -models-> gpt-5', 'host -sub_agents-> porter', 'porter -models-> gpt-5-mini']);
  });

  it('call functions that create agents, with the values of each round', async () => {
    const { names, relations } = await scanSources({
      'desk/agents.py': `from google.adk.agents import LlmAgent
def find(order: str) -> str:
    "Finds."
    return order
def send(order: str) -> str:
    "Sends."
    return order
def make(name, tools, model="gemini-2.5-flash"):
    return LlmAgent(name=name, model=model, tools=tools)
TABLE = {"finder": [find], "sender": [send]}
subs = [make(name, tools) for name, tools in TABLE.items()]
others = []
for name in ["first", "second"]:
    others.append(make(name, []))
root_agent = LlmAgent(name="root", model="gemini-2.5-pro", sub_agents=subs)
`,
    });
    expect(names('agent')).toEqual(['finder', 'first', 'root', 'second', 'sender']);
    expect(relations('tools')).toEqual(['finder -tools-> find', 'sender -tools-> send']);
    expect(relations('sub_agents')).toEqual(['root -sub_agents-> finder', 'root -sub_agents-> sender']);
  });

  it('register tools under the names of a table, each with its function', async () => {
    const { relations, report } = await scanSources({
      'server.py': `from mcp.server.fastmcp import FastMCP
server = FastMCP("desk")
def find(order: str) -> str:
    """Finds an order."""
    return order
def send(order: str) -> str:
    """Sends an order."""
    return order
for name, function in [("find_order", find), ("send_order", send)]:
    server.tool(name=name)(function)
`,
    });
    expect(relations()).toEqual(['desk -tools-> find_order', 'desk -tools-> send_order']);
    const tools = report.objects.filter(({ kind }) => kind === 'tool');
    expect(tools.map(({ name, fields }) => `${name}: ${(fields as { description?: string }).description}`)).toEqual([
      'find_order: Finds an order.',
      'send_order: Sends an order.',
    ]);
  });

  it('fill dictionaries whose keys are names', async () => {
    const { relations } = await scanSources({
      'agents.py': `from claude_agent_sdk import AgentDefinition, ClaudeAgentOptions, ClaudeSDKClient
SUBS = {name: AgentDefinition(description=name, prompt="x", tools=["Read"]) for name in ["alpha", "beta"]}
async def main():
    async with ClaudeSDKClient(options=ClaudeAgentOptions(agents=SUBS)) as client:
        await client.query("x")
`,
    });
    expect(relations('sub_agents')).toEqual(['client -sub_agents-> alpha', 'client -sub_agents-> beta']);
  });

  it('create one agent when the items are not known, and use a variable only after its own loop', async () => {
    const { names, relations } = await scanSources({
      'agents.py': `from agents import Agent
from elsewhere import SPECS
for spec in SPECS:
    clerk = Agent(name=spec.name)
for spec in [{"model": "gpt-5"}, {"model": "gpt-5-mini"}]:
    print(spec)
for spec in [{"name": "porter", "model": "gpt-5-nano"}]:
    porter = Agent(name=spec["name"], model=spec["model"])
`,
    });
    expect(names('agent')).toEqual(['clerk', 'porter']);
    expect(relations()).toEqual(['porter -models-> gpt-5-nano']);
  });
});

describe('settings that functions and classes carry', () => {
  it('are those of the arguments, in the order of the fields of a data class', async () => {
    const { relations } = await scanSources({
      'agents.py': `from dataclasses import dataclass
from typing import NamedTuple
from agents import Agent
@dataclass
class Spec:
    name: str
    model: str = "gpt-5"
class Pair(NamedTuple):
    name: str
    model: str
class Plain:
    name: str
    model: str = "gpt-5-nano"
for spec in [Spec("one"), Spec("two", "gpt-5-mini"), Pair("three", "o3")]:
    Agent(name=spec.name, model=spec.model)
plain = Plain("four")
last = Agent(name="last", model=plain.model)
`,
    });
    expect(relations()).toEqual([
      'last -models-> gpt-5-nano',
      'one -models-> gpt-5',
      'three -models-> o3',
      'two -models-> gpt-5-mini',
    ]);
  });

  it('have defaults only where a dictionary has no such key', async () => {
    const { relations } = await scanSources({
      'agents.py': `from agents import Agent
def build(settings):
    return Agent(name=settings["name"], model=settings.get("model", "gpt-4.1"))
first = build({"name": "first", "model": "gpt-5"})
second = build({"name": "second"})
`,
    });
    expect(relations()).toEqual(['first -models-> gpt-5', 'second -models-> gpt-4.1']);
  });

  it('may be a path of a configuration of MCP servers', async () => {
    const { relations } = await scanSources({
      'desk.py': `from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient
from pydantic_ai import Agent
from pydantic_ai.mcp import load_mcp_servers
agent = Agent("openai:gpt-5", name="clerk", toolsets=load_mcp_servers("servers.json"))
async def main():
    async with ClaudeSDKClient(options=ClaudeAgentOptions(mcp_servers="servers.json")) as porter:
        await porter.query("x")
`,
      'servers.json': '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "files-server"]}}}',
    });
    expect(relations('mcp_servers')).toEqual(['clerk -mcp_servers-> files', 'porter -mcp_servers-> files']);
  });
});
