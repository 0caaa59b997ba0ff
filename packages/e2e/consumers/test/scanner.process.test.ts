/** The scanner as users run it: installed from its tarball, in a fresh clone of another repository. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { whenInstalled } from './when-installed.ts';

/** A repository with a Python agent, an agent in TypeScript, and the settings of a client. */
const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Harbour\n\n```python\nfake = Agent(name="Fake")\n```\n',
  'harbour/models.py': 'import os\n\nMODEL = os.environ.get("HARBOUR_MODEL", "gpt-4.1")\n',
  'harbour/agents.py': `from agents import Agent, function_tool
from agents.mcp import MCPServerStdio

from .models import MODEL

tides = MCPServerStdio(name="tides", params={"command": "uvx", "args": ["tides-mcp==1.4.0"]})


@function_tool
def list_berths() -> list[str]:
    """Lists the berths."""
    return []


pilot = Agent(name="Pilot", model=MODEL, tools=[list_berths], mcp_servers=[tides])
reception = Agent(name="Reception", model=MODEL, handoffs=[pilot])
`,
  'web/agent.ts': `import { openai } from '@ai-sdk/openai';
import { ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';

const weather = tool({ description: 'Returns the weather.', inputSchema: z.object({ port: z.string() }) });
export const forecaster = new ToolLoopAgent({ id: 'forecaster', model: openai('gpt-4.1-mini'), tools: { weather } });
`,
  '.vscode/mcp.json': `{
  // The charts of the harbour.
  "servers": { "charts": { "type": "http", "url": "https://charts.example.com/mcp" } },
}
`,
};

const { project } = await whenInstalled();
const command = join(project, 'node_modules/.bin/aispm-scan');
let folder: string;
let clone: string;

beforeAll(async () => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'aispm-clone-'));
  const origin = join(folder, 'origin');
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(origin, path)), { recursive: true });
    writeFileSync(join(origin, path), text);
  }
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  await runCommand('git', ['init', '--quiet'], { cwd: origin });
  await runCommand('git', ['add', '--all'], { cwd: origin });
  await runCommand('git', [...author, 'commit', '--quiet', '--message', 'First'], { cwd: origin });
  clone = join(folder, 'harbour');
  await runCommand('git', ['clone', '--quiet', `file://${origin}`, clone], { cwd: folder });
});
afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Runs the installed command in the clone, with a separate cache. */
const scan = (...args: string[]) =>
  runCommand('env', [`XDG_CACHE_HOME=${join(folder, 'cache')}`, process.execPath, realpathSync(command), ...args], {
    cwd: clone,
  });

describe('the installed scanner in a fresh clone', () => {
  it('shows agents with their tools, models and MCP servers', async () => {
    expect(await scan()).toBe(`Agents
  Pilot  harbour/agents.py:15
      model: gpt-4.1
      tools: list_berths
      MCP servers: tides
  Reception  harbour/agents.py:16
      model: gpt-4.1
      delegates to: Pilot
  forecaster  web/agent.ts:6
      model: gpt-4.1-mini
      tools: weather

Tools
  list_berths  harbour/agents.py:9
  weather  web/agent.ts:5

Models
  gpt-4.1  harbour/models.py:3
  gpt-4.1-mini  web/agent.ts:6

MCP servers
  charts  .vscode/mcp.json:3
  tides  harbour/agents.py:6

3 agents, 2 tools, 2 models, 2 MCP servers in 5 files, of which 3 were parsed.

No findings
`);
  });

  it('does not change the clone', async () => {
    await scan('--output', 'cyclonedx');
    expect(await runCommand('git', ['status', '--porcelain', '--ignored'], { cwd: clone })).toBe('');
  });

  it('returns the same result as a library', async () => {
    const program = `import { scan } from '@aispm/scanner';
const { document } = await scan(${JSON.stringify(clone)}, { cache: false });
console.log(document.objects.length, document.edges.filter(({ edge }) => edge === 'mcp_servers').length);
`;
    writeFileSync(join(project, 'scan-library.mjs'), program);
    expect(await runCommand(process.execPath, ['scan-library.mjs'], { cwd: project })).toBe('10 1\n');
  });
});
