/** Servers of the MCP SDK for Python and FastMCP that the repository extends. */
import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

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
