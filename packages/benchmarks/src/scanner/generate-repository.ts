/** A reproducible git repository to scan. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes and commits the repository.
 *
 * @param folder an empty or new folder
 * @param teams number of teams, each with its own files and names
 */
export function generateRepository(folder: string, teams: number): void {
  for (let number = 0; number < teams; number += 1) {
    for (const [path, text] of Object.entries(createTeam(`team${number}`))) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
  const identity = ['-c', 'user.name=Benchmark', '-c', 'user.email=benchmark@example.com'];
  for (const args of [
    ['init', '--quiet'],
    ['add', '.'],
    [...identity, 'commit', '--quiet', '--no-gpg-sign', '--no-verify', '--message', 'Add the teams'],
  ]) {
    execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

/** Returns ten files: agents in Python and TypeScript, an MCP server in Go with its configuration, and files without agents. */
function createTeam(team: string): Record<string, string> {
  return {
    [`desk/${team}/tools.py`]: `from agents import function_tool


@function_tool
def ${team}_look_up(order: str) -> str:
    """Looks up an order."""
    return order


@function_tool
def ${team}_refund(order: str, amount: float) -> str:
    """Refunds an order."""
    return f"{order}: {amount}"
`,
    [`desk/${team}/agents.py`]: `from agents import Agent
from agents.mcp import MCPServerStreamableHttp

from desk.${team}.tools import ${team}_look_up, ${team}_refund

MODEL = "gpt-4.1-mini"

tariffs = MCPServerStreamableHttp(name="${team}-tariffs", params={"url": "https://${team}.example.com/mcp"})
billing = Agent(name="${team} billing", model=MODEL, tools=[${team}_look_up, ${team}_refund])
triage = Agent(name="${team} triage", model="gpt-4.1", handoffs=[billing], mcp_servers=[tariffs])
`,
    ...Object.fromEntries(
      ['invoices', 'parcels', 'customs'].map((subject) => [`desk/${team}/${subject}.py`, createPython(subject)]),
    ),
    [`web/src/${team}/agent.ts`]: `import { openai } from '@ai-sdk/openai';
import { ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';

const track = tool({
  description: 'Tracks a parcel.',
  inputSchema: z.object({ parcel: z.string() }),
  execute: async ({ parcel }) => parcel,
});

export const ${team}Tracker = new ToolLoopAgent({ model: openai('gpt-4.1'), tools: { ${team}Track: track } });
`,
    [`web/src/${team}/format.ts`]: createTypeScript(),
    [`server/${team}/main.go`]: `package main

import "github.com/modelcontextprotocol/go-sdk/mcp"

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "${team}", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "${team}_count", Description: "Counts parcels."}, count)
}
`,
    [`server/${team}/.mcp.json`]: `{ "mcpServers": { "${team}-files": { "command": "${team}-server", "args": ["--stdio"] } } }\n`,
    [`docs/${team}.md`]: `# ${team}\n\n${'Parcels are counted each night, and invoices are sent once a month. '.repeat(40)}\n`,
  };
}

/** A module with functions and classes, but without agents. */
function createPython(subject: string): string {
  const functions = Array.from(
    { length: 20 },
    (_, index) => `
def total_${index}(${subject}: list[dict], rate: float = ${index}.5) -> float:
    """Adds the amounts of ${subject}."""
    total = 0.0
    for item in ${subject}:
        if item.get("amount") is not None and item["state"] != "closed":
            total += item["amount"] * rate
    return total
`,
  );
  return `"""Functions for ${subject}."""\n${functions.join('\n')}`;
}

/** A module with functions, but without agents. */
function createTypeScript(): string {
  return Array.from(
    { length: 20 },
    (_, index) => `/** Formats an amount. */
export function format${index}(amount: number, currency = 'EUR'): string {
  const parts = [amount.toFixed(2), currency, String(${index})];
  return parts.filter((part) => part !== '').join(' ');
}
`,
  ).join('\n');
}
