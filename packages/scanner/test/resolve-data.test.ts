/** Values in files of data that code imports. */
import { describe, expect, it } from 'vitest';
import { scanSources } from './scan-sources.ts';

describe('JSON that code imports', () => {
  it('has names, models and tools like an object of the code', async () => {
    const { report, names, relations } = await scanSources({
      'package.json': '{ "name": "desk-mcp", "version": "2.1.0", "dependencies": { "openai": "^6.0.0" } }',
      'src/settings.json':
        '{\n  "agent": { "title": "Desk", "model": "gpt-4.1-mini" },\n  "tools": ["Read", "Grep"]\n}\n',
      'src/server.ts': `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import pkg from '../package.json' with { type: 'json' };
export const server = new McpServer({ name: pkg.name, version: pkg.version });
`,
      'src/agent.js': `
const { Agent } = require('@openai/agents');
const settings = require('./settings.json');
const desk = new Agent({ name: settings.agent.title, model: settings.agent.model });
module.exports = { desk };
`,
      'src/other.ts': `
import { query } from '@anthropic-ai/claude-agent-sdk';
import { tools } from './settings.json';
export const other = query({ prompt: 'x', options: { allowedTools: tools } });
`,
    });
    expect(names('mcp_server')).toEqual(['desk-mcp']);
    expect(relations()).toEqual(['Desk -models-> gpt-4.1-mini', 'other -tools-> Grep', 'other -tools-> Read']);
    const model = report.objects.find(({ kind }) => kind === 'model');
    expect(model?.locations.map(({ file, span }) => `${file}:${span[0]}`)).toContain('src/settings.json:2');
  });

  it('is not read otherwise, and may be broken, large or missing', async () => {
    const { names } = await scanSources({
      'openai.json':
        '{ "model": "gpt-5", "import": "openai", "tools": [{ "name": "x", "description": "x", "parameters": {} }] }',
      'broken.json': '{ "title": "Broken", ',
      'large.json': `{ "title": "Large", "text": "${'x'.repeat(200_000)}" }`,
      'agent.ts': `
import { Agent } from '@openai/agents';
import broken from './broken.json';
import large from './large.json';
import missing from './missing.json';
export const first = new Agent({ name: broken.other });
export const second = new Agent({ name: large.title });
export const third = new Agent({ name: missing.title });
`,
    });
    expect(names('agent')).toEqual(['first', 'second', 'third']);
    expect(names('model')).toEqual([]);
    expect(names('tool')).toEqual([]);
  });
});

describe('JSON, YAML and TOML that Python loads', () => {
  const JSON_FILE = '{"agents": [{"name": "first", "model": "gpt-5"}]}';

  it('is read from paths that code joins', async () => {
    const { relations } = await scanSources({
      'desk/agents.py': `import json, os
from agents import Agent
HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "config", "agents.json")) as file:
    SPECS = json.load(file)
first = Agent(name=SPECS["agents"][0]["name"], model=SPECS["agents"][0]["model"])
`,
      'desk/config/agents.json': JSON_FILE,
    });
    expect(relations()).toEqual(['first -models-> gpt-5']);
  });

  it('is read from paths of pathlib, relative to the source and to folders above it', async () => {
    const { relations, report } = await scanSources({
      'app/desk/agents.py': `from pathlib import Path
import tomllib
import yaml
from pydantic_ai import Agent
ROOT = Path(__file__).resolve().parent.parent
def load():
    with open(ROOT / "settings.toml", "rb") as file:
        return tomllib.load(file)
clerk = Agent(load()["agent"]["model"], name="clerk")
SPEC = yaml.safe_load((Path(__file__).parent / "spec.yaml").read_text())
porter = Agent(SPEC["model"], name=SPEC["name"])
OTHER = yaml.load(Path("conf").joinpath("other.yml").open(), Loader=yaml.FullLoader)
guard = Agent(OTHER["model"], name="guard")
`,
      'app/settings.toml': '[agent]\nmodel = "openai:gpt-5"\n',
      'app/desk/spec.yaml': 'name: porter\nmodel: openai:gpt-5-mini\n',
      'conf/other.yml': 'model: openai:gpt-5-nano\n',
    });
    expect(relations()).toEqual(['clerk -models-> gpt-5', 'guard -models-> gpt-5-nano', 'porter -models-> gpt-5-mini']);
    const nano = report.objects.find(({ name }) => name === 'gpt-5-nano');
    expect(nano?.locations.map(({ file, span }) => `${file}:${span[0]}`)).toContain('conf/other.yml:1');
  });

  it('relates an agent to the MCP servers of a configuration that it loads', async () => {
    const { relations } = await scanSources({
      'desk/agents.py': `import json
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain.agents import create_agent
async def main():
    with open("servers.json") as file:
        config = json.loads(file.read())
    client = MultiServerMCPClient(config["mcpServers"])
    agent = create_agent("openai:gpt-5", await client.get_tools(), name="clerk")
`,
      'servers.json': '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "files-server"]}}}',
    });
    expect(relations('mcp_servers')).toEqual(['clerk -mcp_servers-> files']);
  });

  it('is not read when only a string has its name, and stays unknown when it is missing', async () => {
    const { names, relations } = await scanSources({
      'desk/agents.py': `import json
from agents import Agent
print("config/agents.json")
with open("missing.json") as file:
    SPECS = json.load(file)
clerk = Agent(name="clerk", model=SPECS["model"])
text = Agent(name="reader", instructions=open("config/agents.json").read())
`,
      'config/agents.json': JSON_FILE,
    });
    expect(names('agent')).toEqual(['clerk', 'reader']);
    expect(relations()).toEqual([]);
    expect(names('model')).toEqual([]);
  });
});
