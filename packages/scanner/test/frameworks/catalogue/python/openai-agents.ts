import type { CatalogueCase } from '../find.ts';

export const OPENAI_AGENTS_CASES: Readonly<Record<string, CatalogueCase>> = {
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
  'OpenAI Agents SDK, models of extensions': {
    sources: {
      'a.py': `from agents import Agent
from agents.extensions.experimental.hosted import OpenAIHostedMultiAgentModel

desk = Agent(name="Desk", model=OpenAIHostedMultiAgentModel(model="gpt-5", config={"agents": 3}))
`,
    },
    found: ['Desk -models-> gpt-5', 'agent Desk', 'model gpt-5 (openai)'],
  },
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
};
