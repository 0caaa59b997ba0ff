import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

/** Handlers in classes, whose names reach them over the constructor of their base, in a dictionary that a function fills. */
const HANDLERS = {
  'desk/server.py': `from mcp.server import Server
from mcp.types import Tool
from . import tools

app = Server("desk")
handlers = {}

def add(handler: tools.Handler):
    handlers[handler.name] = handler

add(tools.ListOrders())
add(tools.CancelOrder())

@app.list_tools()
async def list_tools() -> list[Tool]:
    return [each.describe() for each in handlers.values()]
`,
  'desk/tools.py': `from mcp.types import Tool

CANCEL = "cancel_order"

class Handler:
    def __init__(self, name: str):
        self.name = name
    def describe(self) -> Tool:
        raise NotImplementedError()

class ListOrders(Handler):
    def __init__(self):
        super().__init__("list_orders")
    def describe(self):
        return Tool(name=self.name, description="Lists orders.", inputSchema={"type": "object", "properties": {}})

class CancelOrder(Handler):
    def __init__(self):
        super().__init__(CANCEL)
    def describe(self):
        return Tool(name=self.name, description="Cancels an order.", inputSchema={"type": "object", "properties": {}})
`,
};

/** Two servers of one function, each with a function that collects its tools. */
const FACTORY = {
  'src/create.ts': `import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
export function createDesk(options: { name: string; tools: any }) {
  const server = new Server({ name: options.name, version: '1.0.0' }, { capabilities: { tools: {} } });
  async function getTools() {
    return typeof options.tools === 'function' ? await options.tools() : options.tools;
  }
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const tools = await getTools();
    return {
      tools: await Promise.all(
        Object.entries(tools).map(async ([name, { description, inputSchema }]: any) => ({ name, description, inputSchema })),
      ),
    };
  });
  return server;
}
`,
  'src/orders.ts': `import { z } from 'zod';
import { createDesk } from './create.js';
export const getFindTools = () => ({ find_order: { description: 'Finds.', inputSchema: z.object({}) } });
export const getCancelTools = () => ({ cancel_order: { description: 'Cancels.', inputSchema: z.object({}) } });
export const orders = createDesk({
  name: 'orders',
  tools: async () => {
    const tools: Record<string, any> = {};
    if (process.env.FIND) Object.assign(tools, getFindTools());
    Object.assign(tools, getCancelTools(), {});
    return tools;
  },
});
`,
  'src/berths.ts': `import { z } from 'zod';
import { createDesk } from './create.js';
export const berths = createDesk({
  name: 'berths',
  tools: { list_berths: { description: 'Lists.', inputSchema: z.object({}) } },
});
`,
};

/** Objects that a function of the repository returns, collected and filtered at run time. */
const DEFINITIONS = {
  'src/define.ts': `export const defineTool = (config: any) => config;
`,
  'src/find-orders.ts': `import { z } from 'zod';
import { defineTool } from './define.js';
export default defineTool({
  name: 'find_orders',
  description: 'Finds orders.',
  inputSchema: { state: z.string() },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async handler() { return 'x'; },
});
`,
  'src/other.ts': `export const route = { name: 'orders', description: 'A page', path: '/orders' };
export const noName = { description: 'Nothing', inputSchema: {}, handler() {} };
`,
  'src/server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import findOrders from './find-orders.js';
import { noName, route } from './other.js';
import { readRegistry } from './registry.js';
const server = new McpServer({ name: 'desk', version: '1.0.0' });
for (const tool of readRegistry([findOrders, noName, route])) {
  server.registerTool(tool.name, { description: tool.description }, tool.handler);
}
`,
  'src/registry.ts': `export function readRegistry(tools: any[]) { return JSON.parse(JSON.stringify(tools)); }
`,
};

/** Objects by their names, with properties that come from a constant. */
const KEYED = {
  'src/tools.ts': `import { injectable } from './injectable.js';
export const definitions = { list_tables: { parameters: {}, annotations: { readOnlyHint: true } } };
export const getTools = () => ({
  list_tables: injectable({ ...definitions.list_tables, execute: async () => 'x' }),
  apply: injectable({ description: 'Applies a migration.', execute: async () => 'x' }),
  listener: { execute: async () => 'x' },
});
`,
  'src/injectable.ts': `export const injectable = (config: any) => config;
`,
  'src/server.ts': `import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { getTools } from './tools.js';
const server = new Server({ name: 'tables', version: '1.0.0' }, {});
server.setRequestHandler(ListToolsRequestSchema, async () => {
  const tools = await load(getTools);
  return { tools: Object.entries(tools).map(([name, { description }]) => ({ name, description, inputSchema: {} })) };
});
`,
};

/** Classes in a list, which register themselves. */
const CLASSES = {
  'src/base.ts': `export abstract class ToolBase {
  register(server: any) { server.mcp.registerTool((this as any).toolName, {}, () => this.execute()); }
  abstract execute(): unknown;
}
`,
  'src/find.ts': `import { ToolBase } from './base.js';
export class FindTool extends ToolBase {
  static toolName = 'find';
  public description = 'Runs a query.';
  public argsShape = {};
  execute() { return 'x'; }
}
export class Cursor extends ToolBase {
  static toolName = 'cursor';
  execute() { return 'x'; }
}
`,
  'src/server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { FindTool } from './find.js';
export const mcp = new McpServer({ name: 'documents', version: '1.0.0' });
for (const Tool of [FindTool]) new Tool().register({ mcp });
`,
};

/** Structures of the repository's own in packages that only register themselves. */
const STRUCTURES = {
  'go.mod': 'module example.com/cluster\n\ngo 1.24\n',
  'pkg/api/api.go': `package api

type Tool struct {
	Name        string
	Description string
	InputSchema *Schema
	Annotations ToolAnnotations
}
type ToolAnnotations struct{ ReadOnlyHint bool }
type Schema struct{ Type string }
type ServerTool struct{ Tool Tool }
`,
  'pkg/toolsets/core/events.go': `package core

import (
	"example.com/cluster/pkg/api"
	"example.com/cluster/pkg/toolsets"
)

func initEvents() []api.ServerTool {
	return []api.ServerTool{
		{Tool: api.Tool{
			Name:        "events_list",
			Description: "Lists events.",
			InputSchema: &api.Schema{Type: "object"},
		}},
	}
}

func init() { toolsets.Register(initEvents()) }
`,
  'pkg/toolsets/toolsets.go': `package toolsets

import "example.com/cluster/pkg/api"

var all []api.ServerTool

func Register(tools []api.ServerTool) { all = append(all, tools...) }
`,
  'pkg/mcp/modules.go': `package mcp

import _ "example.com/cluster/pkg/toolsets/core"
`,
  'pkg/mcp/mcp.go': `package mcp

import (
	"context"

	"example.com/cluster/pkg/config"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func New(ctx context.Context) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "cluster"}, nil)
	for _, tool := range config.Enabled(ctx) {
		server.AddTool(&mcp.Tool{Name: tool.Tool.Name}, nil)
	}
	return server
}
`,
  'pkg/config/config.go': `package config

import (
	"context"

	"example.com/cluster/pkg/api"
)

func Enabled(ctx context.Context) []api.ServerTool { return ctx.Value("tools").([]api.ServerTool) }
`,
};

describe('a server that registers what a registry contains', () => {
  it.each<[string, Record<string, string>, string, readonly string[]]>([
    ['handlers in a dictionary', HANDLERS, 'desk', ['cancel_order', 'list_orders']],
    ['objects that a function filters', DEFINITIONS, 'desk', ['find_orders']],
    ['objects by their names', KEYED, 'tables', ['apply', 'list_tables']],
    ['classes', CLASSES, 'documents', ['find']],
    ['structures of packages that register themselves', STRUCTURES, 'cluster', ['events_list']],
  ])('has the tools that are described: %s', async (_, files, server, tools) => {
    const { names, relations } = await scanSources(files);
    expect(names('tool')).toEqual(tools);
    expect(relations('tools')).toEqual(tools.map((tool) => `${server} -tools-> ${tool}`));
  });

  it('has the hints, the description and the schema that the description says, and a confidence', async () => {
    const { report } = await scanSources(DEFINITIONS);
    const [tool] = report.objects.filter(({ kind }) => kind === 'tool');
    expect(tool?.fields).toMatchObject({
      description: 'Finds orders.',
      is_readonly: true,
      is_open_world: false,
      input_schema: { properties: { state: { type: 'string' } } },
    });
    expect(tool?.labels.get('confidence')).toBe('0.8');
    expect(tool?.locations).toMatchObject([{ file: 'src/find-orders.ts', span: [3, 27, 9, 1] }]);
  });

  it('has none of another server, and none that only looks like one', async () => {
    const { names } = await scanSources({
      'src/find-orders.ts': DEFINITIONS['src/find-orders.ts'],
      'src/define.ts': DEFINITIONS['src/define.ts'],
      'other/server.ts': DEFINITIONS['src/server.ts']
        .replace("import findOrders from './find-orders.js';", '')
        .replace("import { noName, route } from './other.js';", '')
        .replace('[findOrders, noName, route]', 'process.argv'),
      'other/registry.ts': DEFINITIONS['src/registry.ts'],
    });
    expect(names('tool')).toEqual([]);
  });

  it('has no more than what it registers, when that is known', async () => {
    const { names } = await scanSources({
      ...DEFINITIONS,
      'src/server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { unused } from './unused.js';
const server = new McpServer({ name: 'desk', version: '1.0.0' });
server.registerTool('only', { description: 'x' }, unused);
`,
      'src/unused.ts': `import findOrders from './find-orders.js';
export const unused = () => findOrders;
`,
    });
    expect(names('tool')).toEqual(['only']);
  });

  it('is asked of the server that its own call creates, when several share a function', async () => {
    const { names, relations } = await scanSources(FACTORY);
    expect(names('mcp_server')).toEqual(['berths', 'orders']);
    expect(relations('tools')).toEqual([
      'berths -tools-> list_berths',
      'orders -tools-> cancel_order',
      'orders -tools-> find_order',
    ]);
  });

  it('creates one server where one caller says the name and another one does not', async () => {
    const { names } = await scanSources({
      'src/server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
export function createServer(settings: { name: string }) {
  return new McpServer({ name: settings.name, version: '1.0.0' });
}
`,
      'src/main.ts': `import { createServer } from './server.js';
createServer({ name: 'orders' });
export const other = (settings: any) => createServer(settings.server);
`,
    });
    expect(names('mcp_server')).toEqual(['orders']);
  });

  it('does not use the packages of tests next to it', async () => {
    const server = (name: string) => `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
export const server = new McpServer({ name: '${name}', version: '1.0.0' });
`;
    const { names } = await scanSources({
      'packages/desk/src/server.ts': server('desk'),
      'packages/integration-tests/src/server.ts': server('fake'),
      'Desk.Tests/server.ts': server('another'),
      'packages/contests/src/server.ts': server('contests'),
    });
    expect(names('mcp_server')).toEqual(['contests', 'desk']);
  });
});
