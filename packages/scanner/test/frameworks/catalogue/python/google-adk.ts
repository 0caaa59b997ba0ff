import type { CatalogueCase } from '../find.ts';

export const GOOGLE_ADK_CASES: Readonly<Record<string, CatalogueCase>> = {
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
  'Google ADK, activities of Temporal': {
    sources: {
      'a.py': `import temporalio.contrib.google_adk_agents.workflow
from google.adk.agents import Agent
from agents import Agent as OpenAiAgent
from temporalio.contrib import openai_agents as temporal_agents
from temporalio.contrib.deepagents import create_temporal_deep_agent
from temporalio.contrib.google_adk_agents import TemporalModel

def find(order: str) -> str:
    """Finds an order."""
    return order

def send(order: str) -> str:
    """Sends an order."""
    return order

tool = temporalio.contrib.google_adk_agents.workflow.activity_tool(find)
clerk = Agent(name="clerk", model=TemporalModel("gemini-2.5-flash"), tools=[tool])
porter = OpenAiAgent(name="porter", tools=[temporal_agents.workflow.activity_as_tool(send)])
guard = create_temporal_deep_agent(name="guard", model="anthropic:claude-sonnet-4-5")
`,
    },
    found: [
      'agent clerk',
      'agent guard',
      'agent porter',
      'clerk -models-> gemini-2.5-flash',
      'clerk -tools-> find',
      'guard -models-> claude-sonnet-4-5',
      'model claude-sonnet-4-5 (anthropic)',
      'model gemini-2.5-flash (google)',
      'porter -tools-> send',
      'tool find',
      'tool send',
    ],
  },
  'Google ADK, approval': {
    sources: {
      'a.py': `from google.adk.agents import Agent
from google.adk.tools import ToolContext

def book(days: int, tool_context: ToolContext) -> str:
    tool_context.request_confirmation(hint="Approve?")
    return "x"

waits = Agent(name="waits", model="gemini-2.5-flash", tools=[book])
`,
    },
    found: [
      'agent waits (supervised)',
      'model gemini-2.5-flash (google)',
      'tool book',
      'waits -models-> gemini-2.5-flash',
      'waits -tools-> book',
    ],
  },
};
