import type { CatalogueCase } from '../find.ts';

export const MCP_CSHARP_CASES: Readonly<Record<string, CatalogueCase>> = {
  'MCP SDK for C#': {
    sources: {
      'Desk/Program.cs': `
using Microsoft.Extensions.DependencyInjection;
using ModelContextProtocol.Server;

var builder = Host.CreateApplicationBuilder(args);
builder.Services.AddMcpServer(options => options.ServerInfo = new() { Name = "Desk", Version = "1.0.0" })
    .WithStdioServerTransport()
    .WithTools<NoteTools>();
await builder.Build().RunAsync();
`,
      'Desk/NoteTools.cs': `
using ModelContextProtocol.Server;

[McpServerToolType]
public class NoteTools
{
    [McpServerTool(Name = "read_note", ReadOnly = true)]
    public static string ReadNote(string name) => name;
}
`,
      'Whole/Program.cs': `
using Microsoft.Extensions.DependencyInjection;
using ModelContextProtocol.Server;

var builder = Host.CreateApplicationBuilder(args);
builder.Services.AddMcpServer().WithStdioServerTransport().WithToolsFromAssembly();
await builder.Build().RunAsync();
`,
      'Whole/EchoTools.cs': `
using ModelContextProtocol.Server;

[McpServerToolType]
public static class EchoTools
{
    [McpServerTool]
    public static string Echo(string message) => message;
}
`,
      'Manual/Program.cs': `
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

McpServerOptions options = new()
{
    ServerInfo = new Implementation { Name = "Manual", Version = "1.0.0" },
    ToolCollection = [McpServerTool.Create((string text) => text, new() { Name = "repeat" })],
};
await using McpServer server = McpServer.Create(new StdioServerTransport("Manual"), options);
`,
    },
    found: [
      'Desk -tools-> read_note',
      'Manual -tools-> repeat',
      'Whole -tools-> echo',
      'mcp_server Desk (stdio)',
      'mcp_server Manual (stdio)',
      'mcp_server Whole (stdio)',
      'tool echo',
      'tool read_note',
      'tool repeat',
    ],
  },
  'Azure Functions (C#)': {
    sources: {
      'A.cs': `using Microsoft.Azure.Functions.Worker.Extensions.Mcp;

public class Desk
{
    public string Read([McpToolTrigger("read_order", "Reads.")] ToolInvocationContext context) => "";
}
`,
    },
    found: ['tool read_order'],
  },
  'MCP SDK (C#), a handler that lists tools': {
    sources: {
      'Program.cs': `
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

builder.Services.AddMcpServer(o => { o.ServerInfo = new() { Name = "desk" }; })
    .WithListToolsHandler((request, token) =>
        ValueTask.FromResult(new ListToolsResult { Tools = [new Tool { Name = "find", Description = "Finds." }] }));
`,
    },
    found: ['desk -tools-> find', 'mcp_server desk (stdio)', 'tool find'],
  },
};
