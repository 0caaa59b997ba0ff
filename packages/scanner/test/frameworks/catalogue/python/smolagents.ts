import type { CatalogueCase } from '../find.ts';

export const SMOLAGENTS_CASES: Readonly<Record<string, CatalogueCase>> = {
  smolagents: {
    sources: {
      'main.py': `
from langchain_community.tools import DuckDuckGoSearchRun
from mcp import StdioServerParameters
from smolagents import (
    AmazonBedrockServerModel, ApiWebSearchTool, AzureOpenAIServerModel, CodeAgent, DuckDuckGoSearchTool, FinalAnswerTool,
    GoogleSearchTool, InferenceClientModel, LiteLLMModel, ManagedAgent, MCPClient, OpenAIServerModel, PythonInterpreterTool,
    SpeechToTextTool, Tool, ToolCallingAgent, ToolCollection, UserInputTool, VisitWebpageTool, WebSearchTool, WikipediaSearchTool, tool,
)

@tool
def length(text: str) -> int:
    """Counts."""
    return len(text)

@tool
def reverse(text: str) -> str:
    """Reverses."""
    return text[::-1]

class Upper(Tool):
    name = "upper_case"
    description = "Changes."

remote = Tool.from_space("acme/images", name="image_generator", description="Draws.")
wrapped = Tool.from_langchain(DuckDuckGoSearchRun())
search = ToolCallingAgent(
    tools=[DuckDuckGoSearchTool(), WebSearchTool(), GoogleSearchTool(), ApiWebSearchTool(), VisitWebpageTool(), WikipediaSearchTool()],
    model=InferenceClientModel("Qwen/Qwen2.5-72B-Instruct"),
    name="search",
)
maths = ToolCallingAgent(tools=[PythonInterpreterTool(), FinalAnswerTool(), UserInputTool(), SpeechToTextTool()], model=LiteLLMModel("anthropic/claude-3-5-sonnet"), name="maths")
managed = ManagedAgent(agent=maths, name="managed", description="Calculates.")
manager = CodeAgent(tools=[length, Upper(), remote, wrapped], model=OpenAIServerModel("gpt-4o"), managed_agents=[search, managed])
tools = MCPClient({"url": "https://hub.example.com/mcp", "transport": "streamable-http"}).get_tools()
hub = CodeAgent(tools=tools, model=AzureOpenAIServerModel("gpt-4.1"), name="hub")
with ToolCollection.from_mcp(StdioServerParameters(command="uvx", args=["pubmedmcp"])) as collection:
    papers = CodeAgent(tools=[*collection.tools], model=AmazonBedrockServerModel("amazon.nova-pro"), name="papers")
`,
    },
    found: [
      'agent hub',
      'agent manager',
      'agent maths',
      'agent papers',
      'agent search',
      'hub -mcp_servers-> hub.example.com',
      'hub -models-> gpt-4.1',
      'manager -models-> gpt-4o',
      'manager -sub_agents-> maths',
      'manager -sub_agents-> search',
      'manager -tools-> DuckDuckGoSearchRun',
      'manager -tools-> image_generator',
      'manager -tools-> length',
      'manager -tools-> upper_case',
      'maths -models-> claude-3-5-sonnet',
      'maths -tools-> FinalAnswerTool',
      'maths -tools-> PythonInterpreterTool',
      'maths -tools-> SpeechToTextTool',
      'maths -tools-> UserInputTool',
      'mcp_server collection (stdio)',
      'mcp_server hub.example.com (streamable-http)',
      'model Qwen/Qwen2.5-72B-Instruct (Qwen)',
      'model amazon.nova-pro (aws-bedrock)',
      'model claude-3-5-sonnet (anthropic)',
      'model gpt-4.1 (azure)',
      'model gpt-4o (openai)',
      'papers -mcp_servers-> collection',
      'papers -models-> amazon.nova-pro',
      'search -models-> Qwen/Qwen2.5-72B-Instruct',
      'search -tools-> ApiWebSearchTool',
      'search -tools-> DuckDuckGoSearchTool',
      'search -tools-> GoogleSearchTool',
      'search -tools-> VisitWebpageTool',
      'search -tools-> WebSearchTool',
      'search -tools-> WikipediaSearchTool',
      'tool ApiWebSearchTool',
      'tool DuckDuckGoSearchRun',
      'tool DuckDuckGoSearchTool',
      'tool FinalAnswerTool',
      'tool GoogleSearchTool',
      'tool PythonInterpreterTool',
      'tool SpeechToTextTool',
      'tool UserInputTool',
      'tool VisitWebpageTool',
      'tool WebSearchTool',
      'tool WikipediaSearchTool',
      'tool image_generator',
      'tool length',
      'tool reverse',
      'tool upper_case',
    ],
  },
};
