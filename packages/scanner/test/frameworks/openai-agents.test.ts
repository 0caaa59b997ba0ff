import type { ScannedAgent, ScannedTool } from '@aispm/types';
import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const AGENTS = `
from agents import Agent, WebSearchTool, function_tool, handoff, input_guardrail
from agents.mcp import MCPServerStdio
from . import settings
from .tools import lookup as find_order


@function_tool(name_override="refund", description_override="Refunds an order.")
async def refund_order(order: str, amount: float = 0.0) -> str:
    """Not used."""
    return order


@input_guardrail(name="Relevance")
async def relevance(ctx, agent, data):
    return None


files = MCPServerStdio(params={"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem@1.2.3", "."]})

billing = Agent(name="Billing", instructions="Be exact.", model=settings.MODEL, tools=[refund_order, WebSearchTool()])
orders = Agent(
    name="Orders",
    model=settings.MODEL,
    tools=[find_order, billing.as_tool(tool_name="ask_billing", tool_description="Asks.")],
    mcp_servers=[files],
    input_guardrails=[relevance],
)
triage = Agent(name="Triage", model="gpt-4.1", handoffs=[handoff(agent=billing)])
triage.handoffs.append(orders)
orders.handoffs = [triage]
`;

const FILES = {
  'desk/__init__.py': '',
  'desk/settings.py': 'import os\n\nMODEL = os.environ.get("DESK_MODEL", "gpt-4.1-mini")\n',
  'desk/tools.py': `
from agents import RunContextWrapper, function_tool
from typing import Literal


@function_tool
def lookup(ctx: RunContextWrapper, order: str, kind: Literal["open", "closed"], limit: int | None = None) -> str:
    """Looks up an order."""
    return order
`,
  'desk/agents.py': AGENTS,
};

describe('the OpenAI Agents SDK', () => {
  it('yields agents, tools, models, MCP servers and their relations across files', async () => {
    const { names, relations } = await scanSources(FILES);
    expect(names('agent')).toEqual(['Billing', 'Orders', 'Triage']);
    expect(names('tool')).toEqual(['lookup', 'refund', 'web_search']);
    expect(names('model')).toEqual(['gpt-4.1', 'gpt-4.1-mini']);
    expect(names('mcp_server')).toEqual(['files']);
    expect(relations()).toEqual([
      'Billing -models-> gpt-4.1-mini',
      'Billing -tools-> refund',
      'Billing -tools-> web_search',
      'Orders -mcp_servers-> files',
      'Orders -models-> gpt-4.1-mini',
      'Orders -sub_agents-> Billing',
      'Orders -sub_agents-> Triage',
      'Orders -tools-> lookup',
      'Triage -models-> gpt-4.1',
      'Triage -sub_agents-> Billing',
      'Triage -sub_agents-> Orders',
    ]);
  });

  it('reports guardrails, fingerprints of instructions, schemas and packages', async () => {
    const { report } = await scanSources(FILES);
    const object = (name: string) => report.document.objects.find((each) => each.aispm_friendly_name === name);
    const orders = object('Orders') as ScannedAgent;
    expect(orders.guardrails).toEqual([{ guardrail_id: 'Relevance', name: 'Relevance', direction: 'input' }]);
    const billing = object('Billing') as ScannedAgent;
    expect(billing.guardrails).toEqual([]);
    expect(billing.instructions_fingerprint).toBe('68ae8231a95595f01afc3b461256b94b37a5e9c74f14d2a2f7438fe1b8e14b98');
    const lookup = object('lookup') as ScannedTool;
    expect(lookup.input_schema).toEqual({
      type: 'object',
      properties: {
        order: { type: 'string' },
        kind: { enum: ['open', 'closed'] },
        limit: { type: ['integer', 'null'] },
      },
      required: ['order', 'kind'],
    });
    expect(object('refund')).toMatchObject({ tool_name: 'refund', description: 'Refunds an order.' });
    expect(object('files')).toMatchObject({
      server_name: 'org.npmjs.modelcontextprotocol/server-filesystem',
      transport: 'stdio',
      packages: [{ registry_type: 'npm', identifier: '@modelcontextprotocol/server-filesystem', version: '1.2.3' }],
    });
    expect(JSON.stringify(report.document)).not.toContain('Be exact');
  });

  it('does not take other classes of the same name, comments or texts for agents', async () => {
    const { names } = await scanSources({
      'a.py': 'from other import Agent\n\nx = Agent(name="Other")\n# from agents import Agent\n',
      'b.py':
        'from agents import Runner\n\nTEXT = """\nfrom agents import Agent\nAgent(name="Text")\n"""\n# Agent(name="Comment")\n',
      'c.py': 'from agents import Runner\n\nclass Agent:\n    pass\n\ny = Agent(name="Own")\n',
    });
    expect(names('agent')).toEqual([]);
  });

  it('gives each agent of a class that passes its arguments on what its own call says', async () => {
    const { names, relations } = await scanSources({
      'base.py': `
from agents import Agent
from agents.run_context import TContext

class DeskAgent(Agent[TContext]):
    def __init__(self, *args, parser=None, **kwargs):
        super().__init__(*args, **kwargs)

    def copy_to(self, other: "DeskAgent"):
        return Runner.run(other)
`,
      'desk.py': `
from agents import Agent, Runner, function_tool
from base import DeskAgent

@function_tool
def look_up(order: str) -> str:
    return order

def create_clerk():
    return DeskAgent(name="Clerk", tools=[look_up])

def create_writer() -> DeskAgent:
    return DeskAgent(name="Writer")

async def run(agent: DeskAgent):
    lead = Agent(name="Lead", handoffs=[agent])
    return await Runner.run(lead)
`,
    });
    expect(names('agent')).toEqual(['Clerk', 'Lead', 'Writer']);
    expect(relations('tools')).toEqual(['Clerk -tools-> look_up']);
  });
});
