/** Tools that decorators of the repository register or record. */
import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

describe('decorators of the repository', () => {
  it('register functions with a server, under their own names or others, also when they wrap them', async () => {
    const { relations } = await scanSources({
      'server.py': `import functools
from mcp.server.fastmcp import FastMCP
server = FastMCP("desk")
def desk_tool(name=None):
    def decorator(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return function(*args, **kwargs)
        return server.tool(name=name)(wrapper)
    return decorator
def registered(function):
    server.tool()(function)
    return function
@desk_tool()
def weigh(parcel: str) -> str:
    """Weighs."""
    return parcel
@desk_tool(name="send_parcel")
def send(parcel: str) -> str:
    """Sends."""
    return parcel
@registered
def find(parcel: str) -> str:
    """Finds."""
    return parcel
def helper(parcel):
    return parcel
`,
    });
    expect(relations()).toEqual(['desk -tools-> find', 'desk -tools-> send_parcel', 'desk -tools-> weigh']);
  });

  it('fill a registry whose items are registered later', async () => {
    const { relations, report } = await scanSources({
      'registry.py': `from dataclasses import dataclass
@dataclass
class Spec:
    name: str
    function: object
SPECS: dict[str, Spec] = {}
def tool(name=None):
    def decorate(function):
        SPECS[name or function.__name__] = Spec(name or function.__name__, function)
        return function
    return decorate
`,
      'tools.py': `from registry import tool
@tool()
def weigh(parcel: str) -> str:
    """Weighs a parcel."""
    return parcel
@tool(name="send_parcel")
def send(parcel: str) -> str:
    """Sends a parcel."""
    return parcel
`,
      'server.py': `from mcp.server.fastmcp import FastMCP
from registry import SPECS
import tools
server = FastMCP("desk")
for spec in SPECS.values():
    server.add_tool(spec.function, name=spec.name)
`,
    });
    expect(relations()).toEqual(['desk -tools-> send_parcel', 'desk -tools-> weigh']);
    const described = report.objects.flatMap(({ kind, name, fields }) =>
      kind === 'tool' ? [`${name}: ${(fields as { description?: string }).description}`] : [],
    );
    expect(described.sort()).toEqual(['send_parcel: Sends a parcel.', 'weigh: Weighs a parcel.']);
  });

  const RECORDED = {
    'desk/registry/store.py': `class Registry:
    def __init__(self):
        self._specs = {}
    def add(self, spec):
        self._specs[spec.name] = spec
    def select(self, wanted):
        return wanted.filter(self._specs)
REGISTRY = Registry()
`,
    'desk/registry/__init__.py': `from desk.registry.decorators import log_tool, tool
from desk.registry.bridge import build_tool
`,
    'desk/registry/decorators.py': `import functools
from desk.registry.store import REGISTRY
class Spec:
    def __init__(self, name, function):
        self.name = name
        self.function = function
def tool(service, name=None):
    def decorate(function):
        spec = Spec(name=name or function.__name__, function=function)
        REGISTRY.add(spec)
        return function
    return decorate
def log_tool(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)
    return wrapper
`,
    'desk/registry/bridge.py': `from mcp.server.fastmcp.tools.base import Tool
def build_tool(spec):
    def run(**values):
        return spec.function(**values)
    run.__name__ = spec.name
    return Tool.from_function(run, name=spec.name)
`,
    'desk/tools/orders.py': `from desk.registry import log_tool, tool
@tool(service="orders")
def find_order(order: str) -> str:
    """Finds an order."""
    return order
@tool(service="orders", name="drop_order")
def drop(order: str) -> str:
    """Drops an order."""
    return order
@log_tool
def helper(order: str) -> str:
    """Helps."""
    return order
@tool(service="orders")
def undocumented(order):
    return order
`,
  };

  it('record functions that a server registers after a selection, with less confidence', async () => {
    const { relations, report } = await scanSources({
      ...RECORDED,
      'desk/server.py': `import sys
from mcp.server.fastmcp import FastMCP
from desk.registry import build_tool
from desk.registry.store import REGISTRY
server = FastMCP("desk", tools=[build_tool(spec) for spec in REGISTRY.select(sys.argv)])
`,
    });
    expect(relations()).toEqual(['desk -tools-> drop_order', 'desk -tools-> find_order']);
    const tools = report.objects.filter(({ kind }) => kind === 'tool');
    expect(tools.map(({ name, labels }) => `${name} ${labels.get('confidence')}`)).toEqual([
      'find_order 0.8',
      'drop_order 0.8',
    ]);
    expect(report.diagnostics.map(({ message }) => message)).toContain(
      'A tool is registered under a name that is not known.',
    );
  });

  it('record nothing for servers whose tools are known', async () => {
    const { names } = await scanSources({
      ...RECORDED,
      'desk/registry/bridge.py': 'def build_tool(spec):\n    return spec\n',
      'desk/server.py': `from mcp.server.fastmcp import FastMCP
from desk.registry import build_tool
server = FastMCP("desk")
@server.tool()
def weigh(parcel: str) -> str:
    """Weighs."""
    return parcel
`,
    });
    expect(names('tool')).toEqual(['weigh']);
  });
});
