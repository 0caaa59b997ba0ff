import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import type { ScanReport } from '../../src/index.ts';
import { scanSources, withFiles } from '../scan-sources.ts';

/** Sources without texts of several lines, so that any line may follow any other. */
const LANGUAGES = [
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
const HOSTILE = ['(', '[', '{', '<', '"', '`', '@', '.x()', '\0', '/*', '\\', '=>', 'a ? ', '\u{1F600}', '\uD800'];
/** Random cases of each property and language. */
const RUNS = 12;

/** Everything but the positions. */
function withoutPositions({ document }: ScanReport): unknown {
  const { locations, ...rest } = document;
  return { ...rest, locations: locations.map(({ key, stable_key }) => ({ key, stable_key })) };
}

describe.each(LANGUAGES)('sources in $language', ({ file, comments, source, names }) => {
  const lines = source.split('\n');

  it('have the same result after changes of whitespace and comments', async () => {
    const { report: expected } = await scanSources({ [file]: source });
    const found = expected.objects.map(({ name }) => name);
    expect(found.toSorted()).toEqual(names.toSorted());
    const added = fc.constantFrom('', '\t', '   ', ...comments);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(lines.length - 1), added), { maxLength: 8 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        async (insertions, lineBreak, isMarked) => {
          const changed = [...lines];
          for (const [position, line] of insertions) changed.splice(position, 0, line);
          const text = `${isMarked ? '\uFEFF' : ''}${changed.join(lineBreak)}`;
          const { report } = await scanSources({ [file]: text });
          expect(withoutPositions(report)).toEqual(withoutPositions(expected));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('never end a scan when lines are missing or repeated, or the file ends early', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(lines.length - 1), fc.nat(2)), { minLength: 1, maxLength: 4 }),
        fc.nat(source.length),
        async (changes, length) => {
          const changed = [...lines];
          for (const [position, copies] of changes) {
            changed.splice(position, 1, ...Array.from({ length: copies }, () => lines[position] ?? ''));
          }
          const { names: found } = await scanSources({
            [file]: changed.join('\n'),
            [file.replace(/(?=\.\w+$)/, '2')]: source.slice(0, length),
            'other/agents.py': 'from agents import Agent\n\nother = Agent(name="Other")\n',
          });
          expect(found('agent')).toContain('Other');
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('may be followed by anything, as often as it likes', async () => {
    const hostile = HOSTILE.map((part, index) => [
      file.replace(/(?=\.\w+$)/, `${index}`),
      `${source}${part.repeat(20_000)}`,
    ]);
    const { names: found } = await scanSources({ ...Object.fromEntries(hostile), [file]: source });
    expect([...found('agent'), ...found('mcp_server')]).toContain('Orders');
  });
});

it('have the same result in every folder, locale and time zone', async () => {
  const files = Object.fromEntries(LANGUAGES.map(({ file, source }) => [file, source]));
  const command = join(import.meta.dirname, '../../src/cli.ts');
  const outputOf = (env: NodeJS.ProcessEnv) =>
    withFiles(files, async (folder) => {
      const args = [command, folder, '--output', 'scan', '--target', 'example.com/desk', '--quiet'];
      const XDG_CACHE_HOME = join(folder, '.cache');
      return execFileSync(process.execPath, args, {
        env: { ...process.env, XDG_CACHE_HOME, ...env },
        encoding: 'utf8',
      });
    });
  const expected = await outputOf({ LC_ALL: 'C', TZ: 'UTC' });
  expect(expected).toContain('look_up');
  expect(await outputOf({ LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Asia/Kathmandu' })).toBe(expected);
  expect(await outputOf({ LC_ALL: 'sv_SE.UTF-8', LANG: 'sv_SE.UTF-8', TZ: 'Pacific/Apia' })).toBe(expected);
});
