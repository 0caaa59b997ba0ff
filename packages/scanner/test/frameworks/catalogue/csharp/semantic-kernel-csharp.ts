import type { CatalogueCase } from '../find.ts';

export const SEMANTIC_KERNEL_CSHARP_CASES: Readonly<Record<string, CatalogueCase>> = {
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
};
