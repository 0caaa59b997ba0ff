import type { CatalogueCase } from '../find.ts';

export const MCP_PYTHON_CASES: Readonly<Record<string, CatalogueCase>> = {
  'MCP SDK and FastMCP': {
    sources: {
      'fast.py': `
from fastmcp import FastMCP
from fastmcp.client.sampling.handlers.anthropic import AnthropicSamplingHandler
from fastmcp.client.sampling.handlers.openai import OpenAISamplingHandler
from fastmcp.tools import Tool

mcp = FastMCP("Notes")

@mcp.tool(annotations={"readOnlyHint": True})
def read_note(name: str) -> str:
    """Reads a note."""
    return name

@mcp.resource("notes://{name}")
def note(name: str) -> str:
    """A note."""
    return name

@mcp.prompt
def summarize(name: str) -> str:
    """Asks for a summary."""
    return name

def delete_note(name: str) -> None:
    """Deletes a note."""

mcp.add_tool(Tool.from_function(delete_note, name="delete"))
api = FastMCP.from_openapi(openapi_spec={}, client=None, name="Weather")
claude = AnthropicSamplingHandler(default_model="claude-sonnet-4-5")
gpt = OpenAISamplingHandler(default_model="gpt-4o-mini")
`,
      'provider/tools.py': `
from fastmcp.tools import tool

@tool
def greet(name: str) -> str:
    """Greets."""
    return name
`,
      'low.py': `
from mcp.server import Server
from mcp.types import Tool

server = Server("time")

@server.list_tools()
async def handle() -> list[Tool]:
    return [Tool(name="now", description="Tells the time.", inputSchema={"type": "object"})]
`,
      'second.py': `
from mcp.server import Server
from mcp.server.mcpserver import MCPServer
from mcp.types import ListToolsResult, Tool

mcp = MCPServer("Sums")

@mcp.tool()
def add(a: int, b: int) -> int:
    """Adds."""
    return a + b

async def list_tools(context, params) -> ListToolsResult:
    return ListToolsResult(tools=[Tool(name="find_book", description="Finds.", input_schema={"type": "object"})])

books = Server("Bookshop", on_list_tools=list_tools)
`,
      'client.py': `
from mcp import ClientSession, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamablehttp_client

parameters = StdioServerParameters(command="uvx", args=["mcp-server-fetch"])

async def main():
    async with sse_client("https://events.example.com/sse") as events:
        pass
    async with streamablehttp_client("https://search.example.com/mcp") as search:
        pass
`,
    },
    found: [
      'Bookshop -tools-> find_book',
      'Notes -tools-> delete',
      'Notes -tools-> note',
      'Notes -tools-> read_note',
      'Notes -tools-> summarize',
      'Sums -tools-> add',
      'mcp_server Bookshop (stdio)',
      'mcp_server Notes (stdio)',
      'mcp_server Sums (stdio)',
      'mcp_server Weather (stdio)',
      'mcp_server events (sse)',
      'mcp_server parameters (stdio)',
      'mcp_server search (streamable-http)',
      'mcp_server time (stdio)',
      'model claude-sonnet-4-5 (anthropic)',
      'model gpt-4o-mini (openai)',
      'time -tools-> now',
      'tool add',
      'tool delete',
      'tool find_book',
      'tool greet',
      'tool note (resource)',
      'tool now',
      'tool read_note',
      'tool summarize (prompt)',
    ],
  },
  'FastMCP, a provider of tools': {
    sources: {
      'a.py': `from fastmcp import FastMCP
from fastmcp.server.providers import LocalProvider

shared = LocalProvider()

@shared.tool(version="1.0")
def process(data: str) -> str:
    return data

desk = FastMCP("desk", providers=[shared])
`,
    },
    found: ['desk -tools-> process', 'mcp_server desk (stdio)', 'tool process'],
  },
  'MCP SDK, a server of an application, and a tool whose name is not known': {
    sources: {
      'a.py': `import mcp.types as types
from fastapi_mcp import FastApiMCP

desk = FastApiMCP(app, name="desk")

def convert(operation):
    return types.Tool(name=operation["id"], description="x", inputSchema={})
`,
    },
    found: ['mcp_server desk (stdio)'],
  },
  'FastMCP, tools of functions, and clients with a configuration': {
    sources: {
      'a.py': `from fastmcp import Client, FastMCP
from fastmcp.tools import FunctionTool

def weigh(parcel: str) -> str:
    "Weighs."
    return parcel

desk = FastMCP("desk")
desk.add_tool(FunctionTool.from_function(weigh))
both = Client({"mcpServers": {"weather": {"url": "https://weather.example.com/mcp"}, "files": {"command": "npx", "args": ["files"]}}})
one = Client("http://127.0.0.1:8000/mcp")
`,
    },
    found: [
      'desk -tools-> weigh',
      'mcp_server desk (stdio)',
      'mcp_server files (stdio)',
      'mcp_server weather (streamable-http)',
      'tool weigh',
    ],
  },
};
