/** Values in files of data that code reads at run time. */
import { describe, expect, it } from 'vitest';
import { scanSources } from './scan-sources.ts';

const SETTINGS = `{
  "agent": { "title": "Desk", "model": "gpt-4.1-mini" },
  "mcpServers": {
    "tides": { "command": "npx", "args": ["-y", "tides-mcp"] },
    "berths": { "url": "https://berths.example.com/mcp" }
  }
}
`;

const TYPESCRIPT: Record<string, string> = {
  'a text that a function reads': `import { readFileSync } from 'node:fs';
const settings = JSON.parse(readFileSync('config/desk.json', 'utf8'));`,
  'a module of functions': `import fs from 'fs';
import path from 'path';
const settings = JSON.parse(fs.readFileSync(path.join(__dirname, '..', 'config', 'desk.json'), 'utf-8'));`,
  'a promise': `import { readFile } from 'node:fs/promises';
const text = await readFile(new URL('../config/desk.json', import.meta.url), 'utf8');
const settings = JSON.parse(text.toString());`,
  'a constant and a function': `import * as fs from 'fs';
import { resolve } from 'path';
const FILE = resolve(process.cwd(), 'config/desk.json');
function load() {
  return JSON.parse(fs.readFileSync(FILE, 'utf8'));
}
const settings = load();`,
  'a default of the environment': `import { readFileSync } from 'node:fs';
const settings = JSON.parse(readFileSync(process.env.DESK_SETTINGS ?? './config/desk.json', 'utf8'));`,
};

const PYTHON: Record<string, string> = {
  'an open file': `with open("config/desk.json") as file:
    settings = json.load(file)`,
  'a path beside the source': `settings = json.loads((Path(__file__).parent.parent / "config" / "desk.json").read_text())`,
  'a joined path': `FILE = os.path.join(os.path.dirname(__file__), "..", "config", "desk.json")
def load():
    with open(FILE, encoding="utf-8") as file:
        return json.load(file)
settings = load()`,
};

describe('JSON that code reads', () => {
  it.each(Object.entries(TYPESCRIPT))('is a dictionary in TypeScript: %s', async (_, source) => {
    const { relations, report } = await scanSources({
      'config/desk.json': SETTINGS,
      'src/desk.ts': `import { Agent } from '@openai/agents';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
${source}
export const client = new MultiServerMCPClient(settings);
export const desk = new Agent({ name: settings.agent.title, model: settings.agent.model });
`,
    });
    expect(relations()).toEqual(['Desk -models-> gpt-4.1-mini']);
    const servers = report.objects.filter(({ kind }) => kind === 'mcp_server');
    expect(servers.map(({ name, locations: [first] }) => `${name} ${first?.file}:${first?.span[0]}`).sort()).toEqual([
      'berths config/desk.json:5',
      'tides config/desk.json:4',
    ]);
  });

  it.each(Object.entries(PYTHON))('is a dictionary in Python: %s', async (_, source) => {
    const { relations } = await scanSources({
      'config/desk.json': SETTINGS,
      'src/desk.py': `import json
import os
from pathlib import Path

from agents import Agent

${source}
desk = Agent(name=settings["agent"]["title"], model=settings["agent"]["model"])
`,
    });
    expect(relations()).toEqual(['Desk -models-> gpt-4.1-mini']);
  });

  it('has the servers of a client that gets its path', async () => {
    const { relations, names } = await scanSources({
      'config/desk.json': SETTINGS,
      'desk.py': `from claude_agent_sdk import ClaudeAgentOptions, query
from fastmcp import Client

client = Client("config/desk.json")

async def main():
    async for message in query(prompt="x", options=ClaudeAgentOptions(mcp_servers="config/desk.json")):
        print(message)
`,
    });
    expect(names('mcp_server')).toEqual(['berths', 'tides']);
    expect(relations('mcp_servers')).toEqual(['desk -mcp_servers-> berths', 'desk -mcp_servers-> tides']);
  });

  it('is one server with that of a file of settings', async () => {
    const { names } = await scanSources({
      '.mcp.json': SETTINGS,
      'src/desk.ts': `import { readFileSync } from 'node:fs';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
export const client = new MultiServerMCPClient(JSON.parse(readFileSync('.mcp.json', 'utf8')).mcpServers);
`,
    });
    expect(names('mcp_server')).toEqual(['berths', 'tides']);
  });

  it('is nothing when the file is not there, or another one', async () => {
    const { names } = await scanSources({
      'other/desk.json': SETTINGS,
      'src/desk.ts': `import { readFileSync } from 'node:fs';
import { Agent } from '@openai/agents';
const settings = JSON.parse(readFileSync('config/desk.json', 'utf8'));
export const desk = new Agent({ name: 'Clerk', model: settings.agent.model });
`,
    });
    expect(names('model')).toEqual([]);
  });
});
