/** Servers of the MCP SDK for Python and FastMCP that the repository extends. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scan } from '../../src/index.ts';
import { scanSources, withFiles } from '../scan-sources.ts';

describe('a class of the repository that derives from FastMCP', () => {
  const FILES = {
    'desk/base.py': `from typing import Generic, TypeVar
from fastmcp import FastMCP
T = TypeVar("T")

class CarefulServer(FastMCP[T], Generic[T]):
    def tool(self, name_or_function=None, **kwargs):
        def decorate(function):
            return super().tool(function, **kwargs)
        return decorate

    def log(self, function):
        return function
`,
    'desk/server.py': `from fastmcp import Context
from desk.base import CarefulServer

desk = CarefulServer(name="Desk")

@desk.tool(annotations={"readOnlyHint": True})
async def read_order(order: str) -> str:
    "Reads an order."
    return order

@desk.tool(name="delete_order")
async def remove(order: str) -> str: ...

@desk.log
def helper() -> None: ...
`,
  };

  it('has the tools that its own methods register', async () => {
    const { names, relations, report } = await scanSources(FILES);
    expect(names('tool')).toEqual(['delete_order', 'read_order']);
    expect(relations()).toEqual(['Desk -tools-> delete_order', 'Desk -tools-> read_order']);
    const read = report.objects.find(({ name }) => name === 'read_order');
    expect(read?.fields).toMatchObject({ is_readonly: true, description: 'Reads an order.' });
  });
});

describe('files that import a server without importing the SDK', () => {
  const FILES = {
    'src/common/server.py': 'from mcp.server.fastmcp import FastMCP\nmcp = FastMCP("Desk")\n',
    'src/tools/orders.py': `from src.common.server import mcp

@mcp.tool()
def read_order(order: str) -> str: ...
`,
    'src/tools/bills.py': `from src.common import (
    server,  # the server
)

@server.mcp.tool()
def pay_bill(bill: str) -> str: ...
`,
    'src/tools/parts.py': 'import src.common.server as own\n\n@own.mcp.tool()\ndef count_parts() -> int: ...\n',
    'src/tools/other.py': 'from somewhere import mcp\n\n@mcp.tool()\ndef other() -> int: ...\n',
    'tests/test_desk.py': 'from src.common.server import mcp\n\n@mcp.tool()\ndef tested() -> int: ...\n',
  };

  it('have tools of the server', async () => {
    const { names, relations } = await scanSources(FILES);
    expect(names('tool')).toEqual(['count_parts', 'pay_bill', 'read_order']);
    expect(relations()).toEqual(['Desk -tools-> count_parts', 'Desk -tools-> pay_bill', 'Desk -tools-> read_order']);
  });

  it('are found in TypeScript, too, and again after a change of another file', async () => {
    await withFiles(
      {
        'src/server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
export const desk = new McpServer({ name: 'desk', version: '1.0.0' });
`,
        'src/orders.ts': `import { desk } from './server.js';
desk.registerTool('read_order', { description: 'Reads.' }, async () => ({ content: [] }));
`,
      },
      async (folder) => {
        const cache = join(folder, '.cache');
        const options = { cache, exclude: ['.cache'], target: 'example.com/desk' };
        const tools = async () => (await scan(folder, options)).objects.filter(({ kind }) => kind === 'tool');
        const first = await tools();
        writeFileSync(
          join(folder, 'src/more.ts'),
          "import { desk } from './server';\ndesk.tool('more', async () => 1);\n",
        );
        const second = await tools();
        expect([first, second].map((found) => found.map(({ name }) => name).sort())).toEqual([
          ['read_order'],
          ['more', 'read_order'],
        ]);
      },
    );
  });

  it('are read to the end, whatever they contain', async () => {
    const hostile = 'from a import (\n'.repeat(100_000);
    const { names } = await scanSources({ ...FILES, 'src/tools/hostile.py': hostile });
    expect(names('tool')).toHaveLength(3);
  });
});

describe('a server that a function creates for its callers', () => {
  it('has the tools that its handler lists', async () => {
    const { relations } = await scanSources({
      'desk/server.py': `from mcp.server import Server
from mcp.types import Tool

async def serve(zone: str) -> None:
    server = Server("desk")

    @server.list_tools()
    async def list_tools() -> list[Tool]:
        return [Tool(name="read_order", inputSchema={})]
`,
      'desk/__init__.py': `from .server import serve

def main():
    import asyncio
    asyncio.run(serve("UTC"))
`,
    });
    expect(relations()).toEqual(['desk -tools-> read_order']);
  });
});

describe('a function that calls register under several names', () => {
  it('is a tool for each, and a prompt where it is registered as one', async () => {
    const { report } = await scanSources({
      'a.py': `from fastmcp import FastMCP
desk = FastMCP("Desk")

def create():
    def handle():
        return "x"
    return handle

desk.prompt("welcome")(create())
desk.tool("read_order")(create())
desk.tool("read_bill")(create())
`,
    });
    const kinds = report.objects.flatMap(({ kind, name, fields }) =>
      kind === 'tool' ? [`${name} ${(fields as { tool_kind?: string }).tool_kind}`] : [],
    );
    expect(kinds.sort()).toEqual(['read_bill tool', 'read_order tool', 'welcome prompt']);
  });
});
