import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const FILES = {
  'Desk/Desk.csproj': '<Project Sdk="Microsoft.NET.Sdk" />',
  'Desk/Program.cs': `
using Desk.Tools;
using Microsoft.Extensions.DependencyInjection;
using ModelContextProtocol.Server;

var builder = WebApplication.CreateBuilder(args);
// builder.Services.AddMcpServer(o => o.ServerInfo = new() { Name = "commented" });
var text = "[McpServerTool(Name = \\"quoted\\")]";
builder.Services
    .AddMcpServer(options =>
    {
        options.ServerInfo = new() { Name = "desk", Version = "1.2.3" };
    })
    .WithStdioServerTransport()
    .WithTools<OrderTools>()
    .WithTools([
        McpServerTool.Create(Helpers.Report, new() { Name = "run-report", Description = "Runs." }),
        McpServerTool.Create(method, new() { Name = Unknown() }),
    ]);

static class Helpers
{
    public static string Report() => "done";
}
`,
  'Desk/Tools/OrderTools.cs': `
using System.ComponentModel;
using ModelContextProtocol.Server;

namespace Desk.Tools;

[McpServerToolType]
public sealed class OrderTools
{
    private const string Prefix = "delete";

    [McpServerTool(Name = Prefix + "_order", Destructive = true, ReadOnly = false), Description("Deletes " + "an order.")]
    public static string Remove([Description("The order.")] string order) => order;

    [McpServerTool]
    public async Task<string> ReadOrderAsync(string order) => await Task.FromResult(order);

    public string NoTool() => "";
}
`,
  'Whole/Whole.csproj': '<Project Sdk="Microsoft.NET.Sdk" />',
  'Whole/Program.cs': `
using ModelContextProtocol.Server;

Host.CreateApplicationBuilder(args).Services.AddMcpServer().WithToolsFromAssembly();
`,
  'Whole/Parts/Echo.cs': `
using ModelContextProtocol.Server;

namespace Whole.Parts
{
    [McpServerToolType]
    internal class Echo
    {
        [McpServerTool(Idempotent = true)]
        public string Repeat(string text) => text;
    }
}
`,
  'Other/Program.cs': `
using ModelContextProtocol.Client;
using Somebody.Else;

[McpServerToolType]
class Foreign
{
    [McpServerTool(Name = "foreign_tool")]
    public string Run() => "";
}

class Services
{
    public Services AddMcpServer() => this;
}
class Program
{
    static void Main() { new Services().AddMcpServer(); }
}
`,
};

describe('the MCP SDK for C#', () => {
  it('yields servers with the tools of the classes that they are given, or of the whole project', async () => {
    const { names, relations } = await scanSources(FILES);
    expect(names('mcp_server')).toEqual(['Whole', 'desk']);
    expect(relations()).toEqual([
      'Whole -tools-> repeat',
      'desk -tools-> delete_order',
      'desk -tools-> read_order',
      'desk -tools-> run-report',
    ]);
    expect(names('tool')).toEqual(['delete_order', 'read_order', 'repeat', 'run-report']);
  });

  it('reports a tool whose name is not known, and invents none', async () => {
    const { report } = await scanSources(FILES);
    expect(report.diagnostics).toContainEqual({
      kind: 'unresolved',
      file: 'Desk/Program.cs',
      line: 18,
      message: 'A tool is registered under a name that is not known.',
    });
  });

  it('reports versions, descriptions and hints', async () => {
    const { report } = await scanSources(FILES);
    const object = (name: string) => report.document.objects.find((each) => each.aispm_friendly_name === name);
    expect(object('desk')).toMatchObject({ server_version: '1.2.3' });
    expect(object('delete_order')).toMatchObject({
      description: 'Deletes an order.',
      is_destructive: true,
      is_readonly: false,
    });
    expect(object('run-report')).toMatchObject({ description: 'Runs.' });
    expect(object('repeat')).toMatchObject({ is_idempotent: true });
    expect(object('repeat')).not.toHaveProperty('is_destructive');
  });
});
