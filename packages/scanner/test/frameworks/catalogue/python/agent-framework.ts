import type { CatalogueCase } from '../find.ts';

export const AGENT_FRAMEWORK_CASES: Readonly<Record<string, CatalogueCase>> = {
  'Microsoft Agent Framework': {
    sources: {
      'main.py': `
from agent_framework import (
    BaseAgent, ChatAgent, HostedCodeInterpreterTool, HostedFileSearchTool, HostedImageGenerationTool, HostedMCPTool,
    HostedWebSearchTool, MCPStdioTool, MCPStreamableHTTPTool, ai_function,
)
from agent_framework.a2a import A2AAgent
from agent_framework.openai import OpenAIChatClient

@ai_function(name="get_weather")
def weather(city: str) -> str:
    return city

class Echo(BaseAgent):
    pass

first = OpenAIChatClient(model_id="gpt-4o-mini").create_agent(name="First", tools=weather)
first_server = first.as_mcp_server(server_name="FirstServer")
far = A2AAgent(name="Far", url="https://far.example.com")
second = ChatAgent(
    chat_client=OpenAIChatClient(model_id="gpt-4o"),
    name="Second",
    tools=[
        first.as_tool(),
        HostedWebSearchTool(),
        HostedCodeInterpreterTool(),
        HostedFileSearchTool(),
        HostedImageGenerationTool(),
        HostedMCPTool(name="Docs", url="https://docs.example.com/mcp"),
        MCPStdioTool(name="Time", command="uvx", args=["mcp-server-time"]),
        MCPStreamableHTTPTool(name="Search", url="https://search.example.com/mcp"),
    ],
)
`,
    },
    found: [
      'First -models-> gpt-4o-mini',
      'First -tools-> get_weather',
      'Second -mcp_servers-> Docs',
      'Second -mcp_servers-> Search',
      'Second -mcp_servers-> Time',
      'Second -models-> gpt-4o',
      'Second -sub_agents-> First',
      'Second -tools-> code_interpreter',
      'Second -tools-> file_search',
      'Second -tools-> image_generation',
      'Second -tools-> web_search',
      'agent Echo',
      'agent Far',
      'agent First',
      'agent Second',
      'mcp_server Docs (streamable-http)',
      'mcp_server FirstServer (stdio)',
      'mcp_server Search (streamable-http)',
      'mcp_server Time (stdio)',
      'model gpt-4o (openai)',
      'model gpt-4o-mini (openai)',
      'tool code_interpreter',
      'tool file_search',
      'tool get_weather',
      'tool image_generation',
      'tool web_search',
    ],
  },
  'Agent Framework, tools of one run, and handoffs': {
    sources: {
      'a.py': `from agent_framework import Agent, FunctionTool, HandoffBuilder
from agent_framework.openai import OpenAIChatClient

def add(a: int) -> int:
    return a

async def main():
    client = OpenAIChatClient()
    sums = Agent(client=client, name="Sums")
    tool = FunctionTool.from_dict({"name": "count", "description": "Counts."})
    other = Agent(client=client, name="Other", tools=[tool, client.get_shell_tool(func=add)])
    await sums.run("1 + 2", tools=[add])
    HandoffBuilder(participants=[sums, other]).with_start_agent(sums).add_handoff(sums, [other]).build()
`,
    },
    found: [
      'Other -tools-> count',
      'Other -tools-> shell',
      'Sums -sub_agents-> Other',
      'Sums -tools-> add',
      'agent Other',
      'agent Sums',
      'tool add',
      'tool count',
      'tool shell',
    ],
  },
};
