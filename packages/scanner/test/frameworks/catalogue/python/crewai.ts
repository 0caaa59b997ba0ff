import type { CatalogueCase } from '../find.ts';

export const CREWAI_CASES: Readonly<Record<string, CatalogueCase>> = {
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
  'CrewAI, approval': {
    sources: {
      'a.py': `from crewai import Agent, Task
writer = Agent(role="Writer", goal="x", backstory="y")
draft = Task(description="x", expected_output="y", agent=writer, human_input=True)
`,
    },
    found: ['agent Writer (supervised)'],
  },
  'CrewAI, servers, crews and own models': {
    sources: {
      'a.py': `from crewai import Agent, BaseLLM, Crew
from crewai.mcp import MCPServerHTTP, MCPServerSSE, MCPServerStdio
from crewai.tools.structured_tool import CrewStructuredTool

class Gateway(BaseLLM):
    def __init__(self, model: str):
        super().__init__(model=model)

def weigh(parcel: str) -> str:
    "Weighs."
    return parcel

scale = CrewStructuredTool.from_function(func=weigh, name="scale")
clerk = Agent(
    role="Clerk",
    goal="x",
    backstory="y",
    llm=Gateway(model="qwen3-max"),
    tools=[scale],
    mcps=[
        MCPServerStdio(command="npx", args=["-y", "@acme/files"]),
        MCPServerHTTP(url="https://http.example.com/mcp"),
        MCPServerSSE(url="https://sse.example.com/sse"),
        "https://text.example.com/mcp#find",
        "snowflake",
    ],
)
crew = Crew(agents=[clerk], tasks=[], manager_llm="gpt-4o", embedder={"provider": "openai", "config": {"model": "text-embedding-3-small"}})
`,
    },
    found: [
      'Clerk -mcp_servers-> files',
      'Clerk -mcp_servers-> http.example.com',
      'Clerk -mcp_servers-> sse.example.com',
      'Clerk -mcp_servers-> text.example.com',
      'Clerk -models-> qwen3-max',
      'Clerk -tools-> scale',
      'agent Clerk',
      'mcp_server files (stdio)',
      'mcp_server http.example.com (streamable-http)',
      'mcp_server sse.example.com (sse)',
      'mcp_server text.example.com (streamable-http)',
      'model gpt-4o (openai)',
      'model qwen3-max (alibaba)',
      'model text-embedding-3-small (openai)',
      'tool scale',
    ],
  },
};
