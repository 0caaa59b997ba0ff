import type { CatalogueCase } from '../find.ts';

export const PYDANTIC_AI_CASES: Readonly<Record<string, CatalogueCase>> = {
  'Pydantic AI': {
    sources: {
      'main.py': `
from pydantic_ai import Agent, CodeExecutionTool, FunctionToolset, ImageGenerationTool, MCPServerTool, MemoryTool, RunContext, Tool, UrlContextTool, WebSearchTool
from pydantic_ai.common_tools.duckduckgo import duckduckgo_search_tool
from pydantic_ai.common_tools.exa import exa_search_tool
from pydantic_ai.common_tools.tavily import tavily_search_tool
from pydantic_ai.ext.langchain import tool_from_langchain
from pydantic_ai.mcp import MCPServerSSE, MCPServerStdio, MCPServerStreamableHTTP
from pydantic_ai.models import infer_model
from pydantic_ai.models.fallback import FallbackModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.toolsets.fastmcp import FastMCPToolset
from langchain_community.tools import DuckDuckGoSearchRun

def refund(order: str) -> str:
    """Refunds."""
    return order

def count(text: str) -> int:
    """Counts."""
    return len(text)

billing = Agent(
    FallbackModel(OpenAIChatModel("gpt-4o"), "anthropic:claude-sonnet-4-5"),
    tools=[Tool(refund, name="refund_order"), duckduckgo_search_tool(), tavily_search_tool("key"), exa_search_tool("key"), tool_from_langchain(DuckDuckGoSearchRun())],
    builtin_tools=[WebSearchTool(), CodeExecutionTool(), UrlContextTool(), ImageGenerationTool(), MemoryTool(), MCPServerTool(id="wiki", url="https://wiki.example.com/mcp")],
    toolsets=[
        FunctionToolset([count]),
        MCPServerStdio("uvx", args=["mcp-run-python"], id="python"),
        MCPServerSSE(url="https://events.example.com/sse", id="events"),
        MCPServerStreamableHTTP(url="https://search.example.com/mcp", id="search"),
        FastMCPToolset("https://notes.example.com/mcp"),
    ],
)

@billing.tool
async def balance(context: RunContext[int]) -> float:
    """Returns the balance."""
    return 1.0

result = billing.run_sync("Hello", model="openai:gpt-4.1-mini")
other = infer_model("groq:llama-3.3")
voice = billing.realtime("openai:gpt-realtime")
`,
      'cases.py': `
from pydantic_evals.generation import generate_dataset

cases = generate_dataset(dataset_type=None, model="openai:gpt-4.1-nano")
`,
      'models.py': `
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.bedrock import BedrockConverseModel
from pydantic_ai.models.cohere import CohereModel
from pydantic_ai.models.gemini import GeminiModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.groq import GroqModel
from pydantic_ai.models.huggingface import HuggingFaceModel
from pydantic_ai.models.mistral import MistralModel
from pydantic_ai.models.openai import OpenAIModel, OpenAIResponsesModel
from pydantic_ai.models.openrouter import OpenRouterModel
from pydantic_ai.models.vertexai import VertexAIModel

MODELS = [
    AnthropicModel("m-anthropic"),
    BedrockConverseModel("m-bedrock"),
    CohereModel("m-cohere"),
    GeminiModel("m-gemini"),
    GoogleModel("m-google"),
    GroqModel("m-groq"),
    HuggingFaceModel("acme/m-hub"),
    MistralModel("m-mistral"),
    OpenAIModel("m-openai"),
    OpenAIResponsesModel("m-responses"),
    OpenRouterModel("acme/m-router"),
    VertexAIModel("m-vertex"),
]
`,
    },
    found: [
      'agent billing',
      'billing -mcp_servers-> events',
      'billing -mcp_servers-> notes.example.com',
      'billing -mcp_servers-> python',
      'billing -mcp_servers-> search',
      'billing -mcp_servers-> wiki',
      'billing -models-> claude-sonnet-4-5',
      'billing -models-> gpt-4o',
      'billing -tools-> DuckDuckGoSearchRun',
      'billing -tools-> balance',
      'billing -tools-> code_execution',
      'billing -tools-> count',
      'billing -tools-> duckduckgo_search',
      'billing -tools-> exa_search',
      'billing -tools-> image_generation',
      'billing -tools-> memory',
      'billing -tools-> refund_order',
      'billing -tools-> tavily_search',
      'billing -tools-> web_fetch',
      'billing -tools-> web_search',
      'mcp_server events (sse)',
      'mcp_server notes.example.com (streamable-http)',
      'mcp_server python (stdio)',
      'mcp_server search (streamable-http)',
      'mcp_server wiki (streamable-http)',
      'model acme/m-hub (acme)',
      'model acme/m-router (openrouter)',
      'model claude-sonnet-4-5 (anthropic)',
      'model gpt-4.1-mini (openai)',
      'model gpt-4.1-nano (openai)',
      'model gpt-4o (openai)',
      'model gpt-realtime (openai)',
      'model llama-3.3 (groq)',
      'model m-anthropic (anthropic)',
      'model m-bedrock (aws-bedrock)',
      'model m-cohere (cohere)',
      'model m-gemini (google)',
      'model m-google (google)',
      'model m-groq (groq)',
      'model m-mistral (mistral)',
      'model m-openai (openai)',
      'model m-responses (openai)',
      'model m-vertex (google-vertex)',
      'tool DuckDuckGoSearchRun',
      'tool balance',
      'tool code_execution',
      'tool count',
      'tool duckduckgo_search',
      'tool exa_search',
      'tool image_generation',
      'tool memory',
      'tool refund_order',
      'tool tavily_search',
      'tool web_fetch',
      'tool web_search',
    ],
  },
  'Pydantic AI, approval': {
    sources: {
      'a.py': `from pydantic_ai import Agent, ApprovalRequired, RunContext
waits = Agent("openai:gpt-5", name="waits")

@waits.tool
def update(ctx: RunContext, path: str) -> str:
    if path == ".env":
        raise ApprovalRequired()
    return path
`,
    },
    found: [
      'agent waits (supervised)',
      'model gpt-5 (openai)',
      'tool update',
      'waits -models-> gpt-5',
      'waits -tools-> update',
    ],
  },
  'Pydantic AI, settings of MCP servers': {
    sources: {
      'a.py': `from pydantic_ai import Agent
from pydantic_ai.mcp import load_mcp_servers
agent = Agent("openai:gpt-5", name="clerk", toolsets=load_mcp_servers("desk-servers.json"))
`,
      'desk-servers.json': '{"servers": {"files": {"command": "npx", "args": ["files-server"]}}}',
    },
    found: [
      'agent clerk',
      'clerk -mcp_servers-> files',
      'clerk -models-> gpt-5',
      'mcp_server files (stdio)',
      'model gpt-5 (openai)',
    ],
  },
  'Pydantic AI, servers of a file': {
    sources: {
      'main.py': `from pydantic_ai import Agent
from pydantic_ai.mcp import load_mcp_servers

desk = Agent("openai:gpt-4o", name="desk", toolsets=load_mcp_servers("config/servers.json"))
`,
      'config/servers.json': '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "@acme/files"]}}}',
    },
    found: [
      'agent desk',
      'desk -mcp_servers-> files',
      'desk -models-> gpt-4o',
      'mcp_server files (stdio)',
      'model gpt-4o (openai)',
    ],
  },
  'Pydantic AI, more models and toolsets': {
    sources: {
      'a.py': `from pydantic_ai import Agent, CombinedToolset, Embedder
from pydantic_ai.mcp import MCPServerStdio
from pydantic_ai.models.cerebras import CerebrasModel
from pydantic_ai.models.grok import GrokModel
from pydantic_ai.models.instrumented import InstrumentedModel
from pydantic_ai.models.ollama import OllamaModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.xai import XaiModel
from pydantic_ai.toolsets import FunctionToolset
from pydantic_evals.evaluators import LLMJudge

def weigh(parcel: str) -> str:
    "Weighs."
    return parcel

files = MCPServerStdio("uvx", args=["files"])
clerk = Agent(XaiModel("grok-4"), name="clerk", toolsets=[CombinedToolset([FunctionToolset([weigh]), files])])
porter = Agent(InstrumentedModel(OpenAIChatModel("gpt-5")), name="porter")
guard = Agent(CerebrasModel("llama-3.3-70b"), name="guard")
cook = Agent(OllamaModel("qwen3"), name="cook")
baker = Agent(GrokModel("grok-3"), name="baker")
words = Embedder("openai:text-embedding-3-small")
judge = LLMJudge(rubric="x", model="openai:gpt-5-mini")
`,
    },
    found: [
      'agent baker',
      'agent clerk',
      'agent cook',
      'agent guard',
      'agent porter',
      'baker -models-> grok-3',
      'clerk -mcp_servers-> files',
      'clerk -models-> grok-4',
      'clerk -tools-> weigh',
      'cook -models-> qwen3',
      'guard -models-> llama-3.3-70b',
      'mcp_server files (stdio)',
      'model gpt-5 (openai)',
      'model gpt-5-mini (openai)',
      'model grok-3 (xai)',
      'model grok-4 (xai)',
      'model llama-3.3-70b (cerebras)',
      'model qwen3 (ollama)',
      'model text-embedding-3-small (openai)',
      'porter -models-> gpt-5',
      'tool weigh',
    ],
  },
};
