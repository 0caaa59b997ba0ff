/** A repository with agents in every language that the scanner parses, names in several scripts, and settings of many tools. */
import { join } from 'node:path';
import { customsDesk } from '../../../scanner/test/end-to-end/repositories/customs-desk.ts';
import { portSystems } from '../../../scanner/test/end-to-end/repositories/port-systems.ts';
import { shippingPortal } from '../../../scanner/test/end-to-end/repositories/shipping-portal.ts';

/** An MCP server, as a program for this Node.js. */
const SERVER = join(import.meta.dirname, '../../../scanner/test/mcp-servers/programs/good.ts');

/** Contents of files by path. */
export const POLYGLOT: Readonly<Record<string, string>> = {
  ...prefix('customs', customsDesk.files),
  ...prefix('port', portSystems.files),
  ...prefix('portal', shippingPortal.files),
  'go/main.go': `package main

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "gates", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "open_gate", Description: "Opens a gate."}, openGate)
	server.Run(context.Background(), &mcp.StdioTransport{})
}
`,
  'csharp/Agents.cs': `using Microsoft.SemanticKernel;
using Microsoft.SemanticKernel.Agents;

public class Berths
{
    [KernelFunction("assign_berth")]
    public string Assign(string ship) => ship;
}

public static class Program
{
    public static void Main()
    {
        var kernel = Kernel.CreateBuilder().AddOpenAIChatCompletion("gpt-4.1", "key").Build();
        kernel.Plugins.AddFromType<Berths>();
        var agent = new ChatCompletionAgent { Name = "Hafenmeister", Kernel = kernel };
    }
}
`,
  'java/Pilots.java': `import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;

class Pilots {
    static class Tides {
        @Tool("Reads the tide")
        String readTide(String port) { return port; }
    }
    interface Pilot { String chat(String text); }
    public static void main(String[] args) {
        var model = OpenAiChatModel.builder().modelName("gpt-4o-mini").build();
        Pilot pilot = AiServices.builder(Pilot.class).chatModel(model).tools(new Tides()).build();
    }
}
`,
  'notebooks/names.ipynb': JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { language_info: { name: 'python' } },
    cells: ['Ärger', 'Zoë', 'Žofia', '港湾長', 'капитан', 'ångström', 'aFirst', '🚢 Lotse'].map((name, index) => ({
      cell_type: 'code',
      id: `c${index}`,
      metadata: {},
      outputs: [],
      source: [`from agents import Agent\n`, `a${index} = Agent(name="${name}", model="gpt-4.1")\n`],
    })),
  }),
  '.codex/config.toml': '[mcp_servers.charts]\ncommand = "uvx"\nargs = ["charts-mcp==2.0.0"]\n',
  '.claude/agents/auditor.md':
    '---\nname: auditor\ndescription: Audits.\ntools: Read, Grep\nmodel: opus\n---\nAudit.\n',
  '.mcp.json': JSON.stringify({ mcpServers: { orders: { command: process.execPath, args: [SERVER] } } }),
};

function prefix(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}
