import type { CatalogueCase } from '../find.ts';

export const SEMANTIC_KERNEL_CASES: Readonly<Record<string, CatalogueCase>> = {
  'Semantic Kernel': {
    sources: {
      'main.py': `
from semantic_kernel import Kernel
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.anthropic import AnthropicChatCompletion
from semantic_kernel.connectors.ai.open_ai import AzureChatCompletion, OpenAIChatCompletion
from semantic_kernel.connectors.mcp import MCPSsePlugin, MCPStdioPlugin, MCPStreamableHttpPlugin, create_mcp_server_from_functions
from semantic_kernel.core_plugins.sessions_python_tool.sessions_python_plugin import SessionsPythonTool
from semantic_kernel.functions import kernel_function
from semantic_kernel.processes.kernel_process import KernelProcessStep

class Menu:
    @kernel_function(description="Lists specials.")
    def specials(self) -> str:
        return ""

class Greet(KernelProcessStep):
    @kernel_function
    async def greet(self, name: str) -> str:
        return name

host = ChatCompletionAgent(service=OpenAIChatCompletion(ai_model_id="gpt-4o"), name="Host", plugins=[Menu(), SessionsPythonTool()])
guide = ChatCompletionAgent(service=AzureChatCompletion(deployment_name="gpt-4.1"), name="Guide", plugins=[MCPStdioPlugin(name="Time", command="uvx", args=["mcp-server-time"])])
critic = ChatCompletionAgent(
    service=AnthropicChatCompletion(ai_model_id="claude-3-7-sonnet"),
    name="Critic",
    plugins=[MCPSsePlugin(name="Events", url="https://events.example.com/sse"), MCPStreamableHttpPlugin(name="Search", url="https://search.example.com/mcp")],
)
menu_server = create_mcp_server_from_functions(Menu(), server_name="MenuServer", plugin_name="menu")
kernel_server = Kernel().as_mcp_server(server_name="KernelServer")
host_server = host.as_mcp_server()
`,
    },
    found: [
      'Critic -mcp_servers-> Events',
      'Critic -mcp_servers-> Search',
      'Critic -models-> claude-3-7-sonnet',
      'Guide -mcp_servers-> Time',
      'Guide -models-> gpt-4.1',
      'Host -models-> gpt-4o',
      'Host -tools-> SessionsPythonTool',
      'Host -tools-> specials',
      'MenuServer -tools-> specials',
      'agent Critic',
      'agent Guide',
      'agent Host',
      'mcp_server Events (sse)',
      'mcp_server Host (stdio)',
      'mcp_server KernelServer (stdio)',
      'mcp_server MenuServer (stdio)',
      'mcp_server Search (streamable-http)',
      'mcp_server Time (stdio)',
      'model claude-3-7-sonnet (anthropic)',
      'model gpt-4.1 (azure)',
      'model gpt-4o (openai)',
      'tool SessionsPythonTool',
      'tool specials',
    ],
  },
  'Semantic Kernel, definitions, hosted tools and handoffs': {
    sources: {
      'a.py': `from semantic_kernel.agents import AgentRegistry, ChatCompletionAgent, OpenAIResponsesAgent, OrchestrationHandoffs

SPEC = """
type: chat_completion_agent
name: Host
model:
  id: gpt-4.1
"""

async def main():
    host = await AgentRegistry.create_from_yaml(SPEC)
    search = OpenAIResponsesAgent.configure_web_search_tool()
    files = OpenAIResponsesAgent.configure_file_search_tool("id")
    code, resources = OpenAIResponsesAgent.configure_code_interpreter_tool()
    news = OpenAIResponsesAgent(name="News", tools=[search, files, code])
    triage = ChatCompletionAgent(name="Triage")
    return (
        OrchestrationHandoffs()
        .add_many(source_agent=triage.name, target_agents={news.name: "For news."})
        .add(source_agent=news, target_agent=triage, description="For the rest.")
    )
`,
    },
    found: [
      'Host -models-> gpt-4.1',
      'News -sub_agents-> Triage',
      'News -tools-> code_interpreter',
      'News -tools-> file_search',
      'News -tools-> web_search',
      'Triage -sub_agents-> News',
      'agent Host',
      'agent News',
      'agent Triage',
      'model gpt-4.1 (openai)',
      'tool code_interpreter',
      'tool file_search',
      'tool web_search',
    ],
  },
  'Semantic Kernel, agents of services': {
    sources: {
      'a.py': `from azure.ai.agents.models import CodeInterpreterTool, McpTool, OpenApiTool
from semantic_kernel.agents import AzureAIAgent, OpenAIAssistantAgent

async def main():
    async with AzureAIAgent.create_client() as client:
        docs = McpTool(server_label="docs", server_url="https://docs.example.com/mcp")
        definition = await client.agents.create_agent(
            model="gpt-4o", tools=docs.definitions + OpenApiTool(name="weather", spec={}).definitions
        )
        first = AzureAIAgent(client=client, definition=definition)
    other = OpenAIAssistantAgent.create_client()
    made = await other.beta.assistants.create(model="gpt-4.1", tools=CodeInterpreterTool().definitions)
    second = OpenAIAssistantAgent(client=other, definition=made)
    await other.beta.assistants.create(model="gpt-5")
`,
    },
    found: [
      'agent first',
      'agent second',
      'first -mcp_servers-> docs',
      'first -models-> gpt-4o',
      'first -tools-> weather',
      'mcp_server docs (streamable-http)',
      'model gpt-4.1 (openai)',
      'model gpt-4o (openai)',
      'model gpt-5 (openai)',
      'second -models-> gpt-4.1',
      'second -tools-> CodeInterpreterTool',
      'tool CodeInterpreterTool',
      'tool weather',
    ],
  },
  'Semantic Kernel, what a kernel has': {
    sources: {
      'a.py': `from semantic_kernel import Kernel
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion
from semantic_kernel.functions import kernel_function
from semantic_kernel.skill_definition import sk_function

class Menu:
    @kernel_function
    def specials(self) -> str:
        "Lists."
        return "soup"

class Old:
    @sk_function(name="upper", description="x")
    def upper(self, text: str) -> str:
        return text

kernel = Kernel()
kernel.add_service(OpenAIChatCompletion("gpt-4o"))
kernel.add_plugin(Menu(), plugin_name="menu")
host = ChatCompletionAgent(kernel=kernel, name="host")
`,
    },
    found: [
      'agent host',
      'host -models-> gpt-4o',
      'host -tools-> specials',
      'model gpt-4o (openai)',
      'tool specials',
      'tool upper',
    ],
  },
};
