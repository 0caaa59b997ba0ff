import type { CatalogueCase } from '../find.ts';

export const AGENT_FRAMEWORK_CSHARP_CASES: Readonly<Record<string, CatalogueCase>> = {
  'Microsoft Agent Framework (C#)': {
    sources: {
      'Program.cs': `using Anthropic;
using Azure.AI.OpenAI;
using Azure.AI.Projects;
using Microsoft.Agents.AI;
using Microsoft.Agents.AI.Workflows;
using Microsoft.Extensions.AI;
using ModelContextProtocol.Client;
using OllamaSharp;
using OpenAI;
using OpenAI.Chat;
using OpenAI.Responses;

var deployment = Environment.GetEnvironmentVariable("DESK_MODEL") ?? "gpt-4o-mini";

[Description("Weighs a crate.")]
static string Weigh([Description("The crate.")] string crate) => crate;

[Description("Lifts a crate.")]
static string Lift(string crate) => crate;

AIAgent scales = new AzureOpenAIClient(new Uri(endpoint), credential)
    .GetChatClient(deployment)
    .AsAIAgent(instructions: "Weigh.", name: "Scales", tools: [AIFunctionFactory.Create(Weigh)]);

AIProjectClient projects = new(new Uri(endpoint), credential);
AIAgent desk = projects.AsAIAgent(
    model: "gpt-5",
    instructions: "Help.",
    name: "Desk",
    tools: [scales.AsAIFunction(), new HostedWebSearchTool(), new HostedCodeInterpreterTool(), new HostedFileSearchTool(), new HostedImageGenerationTool()]);

IChatClient chat = new OpenAIClient(key).GetResponsesClient("gpt-4.1").AsIChatClient();
ChatClientAgent writer = new(chat, "Write.", "Writer", tools: [new ApprovalRequiredAIFunction(AIFunctionFactory.Create(Lift, name: "heft"))]);
ChatClientAgent local = new(new OllamaApiClient(new Uri("http://127.0.0.1:11434"), "llama3.2"), name: "Local");
ChatClientAgent small = new(new ChatClient("gpt-4.1-nano", key), name: "Small");
var options = new ChatClientAgentOptions { Name = "Form", ChatOptions = new() { ModelId = "gpt-4o", Tools = [AIFunctionFactory.Create(Weigh)] } };
AIAgent form = new AnthropicClient(key).AsAIAgent(options);

await using var files = await McpClient.CreateAsync(new StdioClientTransport(new()
{
    Name = "files",
    Command = "npx",
    Arguments = ["-y", "files-mcp"],
}));
AIAgent clerk = chat.AsAIAgent(instructions: "File.", name: "Clerk", tools: [.. await files.ListToolsAsync()]);

var remote = new HttpClientTransport(new HttpClientTransportOptions { Name = "tides", Endpoint = new Uri("https://tides.example.com/mcp") });
var tides = await McpClient.CreateAsync(remote);

var search = ResponseTool.CreateMcpTool(serverLabel: "docs", serverUri: new Uri("https://docs.example.com/mcp"));
var version = await projects.AgentAdministrationClient.CreateAgentVersionAsync(
    "Reader",
    new ProjectsAgentVersionCreationOptions(new DeclarativeAgentDefinition(model: "gpt-5-mini") { Instructions = "Read.", Tools = { search } }));
AIAgent reader = projects.AsAIAgent(version);
var other = ChatClientAgentFactory.Create(new HostedMcpServerTool("berths", "https://berths.example.com/mcp"));

builder.AddAIAgent("Hosted", "Host.");
var asked = ResponseTool.CreateWebSearchTool();
var searched = ResponseTool.CreateFileSearchTool([store]);
var run = ResponseTool.CreateCodeInterpreterTool(container);
ChatClientAgent solver = new(chat, name: "Solver", tools: [asked, searched, run]);
var flow = AgentWorkflowBuilder.BuildSequential([scales, writer]).AsAIAgent("flow", "Flow");

AIAgent gauge = new OpenAIClient(key).GetChatClient("gpt-4o").AsAIAgent("Gauge.", "Gauge");
AIAgent tide = new OpenAIClient(key).GetResponsesClient().AsAIAgent("gpt-5", "Forecast.", "Tide");
static AIAgent CreateBuoy(IBuoyFactory factory) => factory.GetClient().AsAIAgent(name: "Buoy");
`,
    },
    found: [
      'Clerk -mcp_servers-> files',
      'Clerk -models-> gpt-4.1',
      'Desk -models-> gpt-5',
      'Desk -sub_agents-> Scales',
      'Desk -tools-> code_interpreter',
      'Desk -tools-> file_search',
      'Desk -tools-> image_generation',
      'Desk -tools-> web_search',
      'Form -models-> gpt-4o',
      'Form -tools-> Weigh',
      'Gauge -models-> gpt-4o',
      'Local -models-> llama3.2',
      'Reader -mcp_servers-> docs',
      'Reader -models-> gpt-5-mini',
      'Scales -models-> gpt-4o-mini',
      'Scales -tools-> Weigh',
      'Small -models-> gpt-4.1-nano',
      'Solver -models-> gpt-4.1',
      'Solver -tools-> code_interpreter',
      'Solver -tools-> file_search',
      'Solver -tools-> web_search',
      'Tide -models-> gpt-5',
      'Writer -models-> gpt-4.1',
      'Writer -tools-> heft',
      'agent Buoy',
      'agent Clerk',
      'agent Desk',
      'agent Form',
      'agent Gauge',
      'agent Hosted',
      'agent Local',
      'agent Reader',
      'agent Scales',
      'agent Small',
      'agent Solver',
      'agent Tide',
      'agent Writer',
      'mcp_server berths (streamable-http)',
      'mcp_server docs (streamable-http)',
      'mcp_server files (stdio)',
      'mcp_server tides (streamable-http)',
      'model gpt-4.1 (openai)',
      'model gpt-4.1-nano (openai)',
      'model gpt-4o (openai)',
      'model gpt-4o-mini (openai)',
      'model gpt-5 (openai)',
      'model gpt-5-mini (openai)',
      'model llama3.2 (meta)',
      'tool Weigh',
      'tool code_interpreter',
      'tool file_search',
      'tool heft',
      'tool image_generation',
      'tool web_search',
    ],
  },
  'names of Semantic Kernel and the Agent Framework in other namespaces': {
    sources: {
      'Other.cs': `using Harbour.Agents;
using Harbour.Kernels;

// var agent = new ChatCompletionAgent { Name = "Comment" };
var text = "new ChatClientAgent(chat, name: \\"Text\\")";
var agent = new ChatCompletionAgent { Name = "Other" };
var second = new ChatClientAgent(chat, "x", "Another");
[KernelFunction] static string Weigh() => "";
`,
    },
    found: [],
  },
};
