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

describe('extension methods that several programs share', () => {
  const TOOL = (namespace: string, name: string, method: string) => `using ModelContextProtocol.Server;

namespace ${namespace};

[McpServerToolType]
public class ${name}
{
    [McpServerTool]
    public string ${method}(string text) => text;
}
`;
  const FILES = {
    'shared/Acme.Hosting/Acme.Hosting.csproj': '<Project />',
    'shared/Acme.Hosting/Setup/Hosting.cs': `using System.Reflection;
using Microsoft.Extensions.DependencyInjection;

namespace Acme.Hosting.Setup;

public static class Hosting
{
    public static IHost BuildDesk(this IHostApplicationBuilder builder, bool http)
    {
        builder.Services.AddMcpServer().WithToolsFromAssembly(Assembly.GetEntryAssembly()).AddCommon();
        return builder.Build();
    }

    public static IMcpServerBuilder AddCommon(this IMcpServerBuilder builder) => builder.WithTools<Clock>();

    public static void Unused(this IServiceCollection services) { }
}
`,
    'shared/Acme.Hosting/Setup/Clock.cs': TOOL('Acme.Hosting.Setup', 'Clock', 'Now'),
    'orders/Orders.csproj': '<Project />',
    'orders/Program.cs': `using Acme.Hosting.Setup;

var builder = Host.CreateApplicationBuilder(args);
IHost app = builder.BuildDesk(true);
app.Run();
`,
    'orders/Parts/OrderTools.cs': TOOL('Orders.Parts', 'OrderTools', 'ReadOrder'),
    'bills/Bills.csproj': '<Project />',
    'bills/Program.cs': `using Acme.Hosting.Setup;

Host.CreateApplicationBuilder(args).BuildDesk(false).Run();
`,
    // The last part of the namespace of the others.
    'bills/Setup/Amount.cs': 'namespace Bills.Setup;\n\npublic record Amount(int Cents);\n',
    'bills/BillTools.cs': TOOL('Bills', 'BillTools', 'PayBill'),
    'none/Program.cs': 'using Acme.Hosting.Setup;\n\nnew ServiceCollection().Unused();\n',
  };

  it('are a server of each program, with the tools of its own project', async () => {
    const { names, relations, report } = await scanSources(FILES);
    expect(names('mcp_server')).toEqual(['bills', 'orders']);
    expect(relations()).toEqual([
      'bills -tools-> now',
      'bills -tools-> pay_bill',
      'orders -tools-> now',
      'orders -tools-> read_order',
    ]);
    const servers = report.objects.filter(({ kind }) => kind === 'mcp_server');
    expect(servers.map(({ locations }) => locations.map(({ file, span }) => `${file}:${span[0]}`))).toEqual([
      ['bills/Program.cs:3'],
      ['orders/Program.cs:4'],
    ]);
  });

  it('are found in a project that does not import the namespace of the SDK', async () => {
    const { names, relations } = await scanSources({
      'Web/Program.cs': `using Parts;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddMcpServer().WithHttpTransport().WithTools<Echo>();
`,
      'Parts/Parts.csproj': '<Project />',
      'Parts/Echo.cs': TOOL('Parts', 'Echo', 'Repeat'),
    });
    expect(names('mcp_server')).toEqual(['Web']);
    expect(relations()).toEqual(['Web -tools-> repeat']);
  });
});

describe('the triggers of Azure Functions', () => {
  it('are tools, with the names that constants of a class have', async () => {
    const { names, report } = await scanSources({
      'Desk/Names.cs': `namespace Desk;

internal static class Names
{
    public const string Read = "read_order";
    public const string ReadDescription = "Reads an order.";
}
`,
      'Desk/Functions.cs': `using System.ComponentModel;
using Microsoft.Azure.Functions.Worker;
using Microsoft.Azure.Functions.Worker.Extensions.Mcp;
using static Desk.Names;

namespace Desk;

public class Functions
{
    [Function(nameof(ReadOrder))]
    public string ReadOrder(
        [McpToolTrigger(Read, ReadDescription)] ToolInvocationContext context,
        [McpToolProperty("order", "The order.", true)] string order) => order;

    [Function(nameof(Other))]
    public string Other([HttpTrigger("get")] [Description("A request.")] string request) => request;
}
`,
    });
    expect(names('tool')).toEqual(['read_order']);
    expect(report.objects.find(({ name }) => name === 'read_order')?.fields).toMatchObject({
      description: 'Reads an order.',
    });
  });
});

describe('a handler in C# that lists tools', () => {
  const PROGRAM = `
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

var options = new McpServerOptions
{
    ServerInfo = new Implementation { Name = "orders", Version = "1.0.0" },
    Handlers = new McpServerHandlers { ListToolsHandler = Handlers.ListAsync },
};
await using var server = McpServer.Create(new StdioServerTransport("orders"), options);

static class Handlers
{
    public static ValueTask<ListToolsResult> ListAsync(RequestContext<ListToolsRequestParams> request, CancellationToken token) =>
        ValueTask.FromResult(new ListToolsResult
        {
            Tools =
            [
                new Tool { Name = "find_order", Description = "Finds an order.", Annotations = new() { ReadOnlyHint = true } },
                new Tool { Name = "delete_order", Description = "Deletes an order." },
            ],
        });
}
`;

  it('gives the server the tools of the list', async () => {
    const { report, relations } = await scanSources({ 'Orders.csproj': '<Project />', 'Program.cs': PROGRAM });
    expect(relations()).toEqual(['orders -tools-> delete_order', 'orders -tools-> find_order']);
    expect(report.objects.find(({ name }) => name === 'find_order')?.fields).toMatchObject({
      description: 'Finds an order.',
      is_readonly: true,
    });
  });

  it('is passed to a method, set by a function, or a lambda', async () => {
    const { relations } = await scanSources({
      'A/A.csproj': '<Project />',
      'A/Program.cs': `
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

builder.Services.AddMcpServer(o => { o.ServerInfo = new() { Name = "passed" }; })
    .WithListToolsHandler((request, token) =>
        ValueTask.FromResult(new ListToolsResult { Tools = [new Tool { Name = "passed_tool", Description = "x" }] }));
`,
      'B/B.csproj': '<Project />',
      'B/Program.cs': `
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

builder.Services.AddMcpServer(o =>
{
    o.ServerInfo = new() { Name = "set" };
    o.Handlers.ListToolsHandler = async (request, token) => new ListToolsResult
    {
        Tools = new List<Tool> { new Tool { Name = "set_tool", Description = "x" } },
    };
});
`,
    });
    expect(relations()).toEqual(['passed -tools-> passed_tool', 'set -tools-> set_tool']);
  });

  it('may list what classes of a registry describe', async () => {
    const { names, relations } = await scanSources({
      'Desk.csproj': '<Project />',
      'Program.cs': `
using Desk;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

var registry = new Registry();
var options = new McpServerOptions
{
    ServerInfo = new Implementation { Name = "desk" },
    Capabilities = new ServerCapabilities { Tools = new ToolsCapability { ListToolsHandler = registry.ListAsync } },
};
McpServer.Create(transport, options);
`,
      'src/Registry.cs': `
using ModelContextProtocol.Protocol;
using Desk.Tools;

namespace Desk;

public class Registry
{
    private readonly List<ITool> tools = Loader.Load();

    public ValueTask<ListToolsResult> ListAsync(RequestContext<ListToolsRequestParams> request, CancellationToken token)
    {
        var listed = tools.Select(tool => new Tool { Name = tool.Name, Description = tool.Description }).ToList();
        return ValueTask.FromResult(new ListToolsResult { Tools = listed });
    }
}
`,
      'src/Tools/Sphere.cs': `
using System.Text.Json;

namespace Desk.Tools;

public interface ITool { string Name { get; } string Description { get; } JsonElement InputSchema { get; } }

public class Sphere : ITool
{
    public string Name => "sphere";
    public string Description => "Creates a sphere.";
    public JsonElement InputSchema => JsonSerializer.Deserialize<JsonElement>("{}");
    public Task<CallToolResult> ExecuteAsync(CallToolRequestParams request) => Task.FromResult(new CallToolResult());
}

public class Setting : ISetting
{
    public string Name => "unit";
    public string Description => "The unit of lengths.";
}
`,
    });
    expect(names('tool')).toEqual(['sphere']);
    expect(relations()).toEqual(['desk -tools-> sphere']);
  });
});
