import { describe, expect, it } from 'vitest';
import { scanSources } from './scan-sources.ts';

/** A repository that contains the source of a framework, and an example that uses it as anybody does. */
const repository = (manifest: Record<string, string>, folder: string) => ({
  ...manifest,
  [`${folder}/__init__.py`]: 'from .agents import CodeAgent, ToolCallingAgent\n',
  [`${folder}/agents.py`]: 'class CodeAgent:\n    pass\n\nclass ToolCallingAgent(CodeAgent):\n    pass\n',
  [`${folder}/cli.py`]: 'from smolagents import CodeAgent\ncli = CodeAgent(name="own", tools=[])\n',
  'examples/run.py':
    'from smolagents import CodeAgent, InferenceClientModel\nagent = CodeAgent(name="Desk", tools=[], model=InferenceClientModel("a/b"))\n',
});

const FRAMEWORK: Record<string, [manifest: Record<string, string>, folder: string]> = {
  'pyproject.toml': [{ 'pyproject.toml': '[project]\nname = "smolagents"\n' }, 'src/smolagents'],
  'pyproject.toml of Poetry': [{ 'pyproject.toml': '[tool.poetry]\nname = "smolagents"\n' }, 'smolagents'],
  'setup.cfg': [{ 'setup.cfg': '[metadata]\nname = smolagents\n' }, 'smolagents'],
  'setup.py': [{ 'setup.py': 'setup(\n    name="smolagents",\n)\n' }, 'smolagents'],
};

describe('the repository of a framework', () => {
  it.each(Object.entries(FRAMEWORK))('is read like one that has it installed: %s', async (_, [manifest, folder]) => {
    const { names, relations } = await scanSources(repository(manifest, folder));
    expect(names('agent')).toEqual(['Desk']);
    expect(relations()).toEqual(['Desk -models-> a/b']);
  });

  it('has another name: its modules are its own', async () => {
    const { names } = await scanSources(
      repository({ 'pyproject.toml': '[project]\nname = "desk"\n' }, 'src/smolagents'),
    );
    expect(names('agent')).toEqual([]);
  });

  it('may have the name of a module of one word without being the framework', async () => {
    const { names } = await scanSources({
      'pyproject.toml': '[project]\nname = "agents"\n',
      'agents/__init__.py': '',
      'agents/desk.py': 'from pydantic_ai import Agent\ndesk = Agent("openai:gpt-4.1", name="Desk")\n',
      'main.py': 'from agents.desk import desk\n',
    });
    expect(names('agent')).toEqual(['Desk']);
  });
});

describe('the scan document', () => {
  it('has tools whose name is an empty string', async () => {
    const { report } = await scanSources({
      'main.py':
        'from langchain_core.tools import tool\n\n@tool("")\ndef look_up(query: str) -> str:\n    return query\n',
      'main.ts': `
import { generateText, tool } from 'ai';
export const run = () => generateText({ model: 'openai/gpt-4.1', tools: { '': tool({ inputSchema: undefined }) } });
`,
    });
    const tools = report.document.objects.filter((each) => each.object_type === 'tool');
    expect(tools.map((each) => each.tool_name).sort()).toEqual(['look_up', 'tool']);
  });

  it('has every file that names a model', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [
        `desk${index}.py`,
        `from pydantic_ai import Agent\n\ndesk = Agent("openai:gpt-4.1", name="Desk ${index}")\n`,
      ]),
    );
    const { report } = await scanSources(files);
    const [model] = report.document.objects.filter((each) => each.object_type === 'model');
    const edges = report.document.edges.filter((each) => each.from_key === model?.key && each.edge === 'locations');
    expect(edges).toHaveLength(120);
  });

  it('may be the repository of an SDK for C#', async () => {
    const { relations } = await scanSources({
      'src/ModelContextProtocol/ModelContextProtocol.csproj': '<Project />',
      'src/ModelContextProtocol/Server/McpServerTool.cs':
        'namespace ModelContextProtocol.Server;\npublic class McpServerToolAttribute : Attribute { }\n',
      'samples/Desk/Desk.csproj': '<Project />',
      'samples/Desk/Program.cs': `using ModelContextProtocol.Server;
builder.Services.AddMcpServer().WithTools<DeskTools>();

[McpServerToolType]
public class DeskTools
{
    [McpServerTool]
    public static string Echo(string text) => text;
}
`,
    });
    expect(relations()).toEqual(['Desk -tools-> echo']);
  });
});
