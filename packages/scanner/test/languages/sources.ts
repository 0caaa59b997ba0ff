/** Sources without multi-line strings, so that any line may follow any other. */
export const LANGUAGES = [
  {
    language: 'Python',
    file: 'desk/agents.py',
    comments: ['# a comment', '#: Agent(name="commented")'],
    source: `from agents import Agent, function_tool

MODEL = "gpt-4.1"

@function_tool
def look_up(order: str) -> str:
    if order:
        return order
    return ""

tools = [look_up]
orders = Agent(
    name="Orders",
    model=MODEL,
    tools=tools,
)
`,
    names: ['Orders', 'look_up', 'gpt-4.1'],
  },
  {
    language: 'TypeScript',
    file: 'desk/agents.ts',
    comments: ['// a comment', '/* new Agent({ name: "commented" }) */'],
    source: `import { Agent, tool } from '@openai/agents';

const MODEL = 'gpt-4.1';
const lookUp = tool({
  name: 'look_up',
  description: 'Looks up an order.',
  execute: async ({ order }) => {
    return order;
  },
});
const tools = [lookUp];
export const orders = new Agent({
  name: 'Orders',
  model: MODEL,
  tools,
});
`,
    names: ['Orders', 'look_up', 'gpt-4.1'],
  },
  {
    language: 'Go',
    file: 'desk/main.go',
    comments: ['// a comment', '/* mcp.NewServer(&mcp.Implementation{Name: "commented"}, nil) */'],
    source: `package main

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const name = "look_up"

func main() {
	server := mcp.NewServer(&mcp.Implementation{
		Name: "Orders",
		Version: "1.0.0",
	}, nil)
	mcp.AddTool(server, &mcp.Tool{
		Name: name,
		Description: "Looks up an order.",
	}, lookUp)
	server.Run(nil)
}
`,
    names: ['Orders', 'look_up'],
  },
  {
    language: 'C#',
    file: 'desk/Program.cs',
    comments: ['// a comment', '/* [McpServerTool] */'],
    source: `using Microsoft.Extensions.DependencyInjection;
using ModelContextProtocol.Server;

var builder = Host.CreateApplicationBuilder(args);
builder.Services
    .AddMcpServer(options =>
    {
        options.ServerInfo = new() { Name = "Orders", Version = "1.0.0" };
    })
    .WithTools<Desk>();

[McpServerToolType]
public class Desk
{
    [McpServerTool(Name = "look_up")]
    public static string LookUp(string order)
    {
        return order;
    }
}
`,
    names: ['Orders', 'look_up'],
  },
  {
    language: 'Java',
    file: 'src/main/java/desk/Server.java',
    comments: ['// a comment', '/* @Tool(name = "commented") */'],
    source: `package desk;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.spec.McpSchema;

class Server {
  private static final String NAME = "look_up";

  Object start() {
    var tool = new McpServerFeatures.SyncToolSpecification(
        new McpSchema.Tool(NAME, "Looks up an order.", SCHEMA),
        handler);
    return McpServer.sync(transport)
        .serverInfo("Orders", "1.0.0")
        .tools(tool)
        .build();
  }
}
`,
    names: ['Orders', 'look_up'],
  },
] as const;
