/** Sources of frameworks for C#, and everything that is found in them. */
import type { CatalogueCase } from './find.ts';

export const CSHARP_CASES: Record<string, CatalogueCase> = {
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
  'Semantic Kernel (C#)': {
    sources: {
      'Desk.cs': `using System.ComponentModel;
using Microsoft.SemanticKernel;
using Microsoft.SemanticKernel.Agents;

namespace Desk;

public class Program
{
    public static void Main()
    {
        var builder = Kernel.CreateBuilder();
        builder.AddAzureOpenAIChatCompletion("gpt-4.1", "https://models.example.com", "key");
        builder.Plugins.AddFromType<BerthPlugin>();
        Kernel kernel = builder.Build();
        kernel.ImportPluginFromObject(new TidePlugin());
        ChatCompletionAgent host = new() { Name = "Host", Instructions = "Answer.", Kernel = kernel };

        Kernel other = Kernel.CreateBuilder().AddOpenAIChatCompletion(modelId: "gpt-4o", apiKey: "key").Build();
        other.Plugins.Add(KernelPluginFactory.CreateFromType<TidePlugin>());
        other.Plugins.Add(KernelPluginFactory.CreateFromFunctions("Scales", [KernelFunctionFactory.CreateFromMethod(Weigh)]));
        var second = new ChatCompletionAgent { Name = "Second", Kernel = other };
        var services = new ServiceCollection();
        services.AddAzureAIInferenceChatCompletion("phi-4");
        services.AddGoogleAIGeminiChatCompletion("gemini-2.5-pro", key);
        services.AddVertexAIGeminiChatCompletion("gemini-2.5-flash", key);
        services.AddMistralChatCompletion("mistral-large-latest", key);
        services.AddBedrockChatCompletion("anthropic.claude-3-5-sonnet-20240620-v1:0");
        services.AddHuggingFaceChatCompletion("HuggingFaceH4/zephyr-7b-beta");
        services.AddOpenAIEmbeddingGenerator("text-embedding-3-small", key);
        var third = new ChatCompletionAgent { Name = "Third", Kernel = Kernel.CreateBuilder().AddOllamaChatCompletion("llama3.2", address).Build() };
    }

    static string Weigh(string crate) => crate;
}

public sealed class BerthPlugin
{
    [KernelFunction, Description("Lists berths.")]
    public string ListBerths() => "";

    [KernelFunction("moor")]
    public string MoorShip(string ship) => ship;
}

public class TidePlugin
{
    [KernelFunction] public string Now() => "";
}
`,
    },
    found: [
      'Host -models-> gpt-4.1',
      'Host -tools-> ListBerths',
      'Host -tools-> Now',
      'Host -tools-> moor',
      'Second -models-> gpt-4o',
      'Second -tools-> Now',
      'Second -tools-> Weigh',
      'Third -models-> llama3.2',
      'agent Host',
      'agent Second',
      'agent Third',
      'model HuggingFaceH4/zephyr-7b-beta (huggingfaceh4)',
      'model anthropic.claude-3-5-sonnet-20240620-v1:0 (bedrock)',
      'model gemini-2.5-flash (google)',
      'model gemini-2.5-pro (google)',
      'model gpt-4.1 (azure)',
      'model gpt-4o (openai)',
      'model llama3.2 (meta)',
      'model mistral-large-latest (mistral)',
      'model phi-4 (microsoft)',
      'model text-embedding-3-small (openai)',
      'tool ListBerths',
      'tool Now',
      'tool Weigh',
      'tool moor',
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
