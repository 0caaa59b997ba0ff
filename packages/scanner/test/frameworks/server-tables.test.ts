import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const IMPORT = `import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';\n`;

/** A table without addresses that are literals, as at run time. */
const TABLE = `export const SERVERS = {
  tides: { config: { url: process.env.TIDES_URL + '/mcp', type: 'http' }, id: 'tides', name: 'Tide Tables' },
  berths: { config: { url: process.env.BERTHS_URL + '/mcp', type: 'http' }, id: 'berths', name: 'Berths' },
};
`;

const LIST = `export const SERVERS = [
  { name: 'tides', url: process.env.TIDES_URL },
  { name: 'berths', url: process.env.BERTHS_URL },
];
`;

const TYPESCRIPT: Record<string, string> = {
  'a loop over the values of a table': `${TABLE}
for (const server of Object.values(SERVERS)) connect(new StreamableHTTPClientTransport(new URL(server.config.url)));`,
  'a loop over the entries of a table': `${TABLE}
for (const [key, { config }] of Object.entries(SERVERS)) {
  const transport = new StreamableHTTPClientTransport(new URL(config.url));
  await connect(key, transport);
}`,
  'a loop over the keys of a table': `${TABLE}
for (const key of Object.keys(SERVERS)) connect(new StreamableHTTPClientTransport(new URL(SERVERS[key].config.url)));`,
  'a callback for each entry of a table': `${TABLE}
export const all = Object.entries(SERVERS).map(([, server]) => {
  const { url } = server.config;
  return connect(new StreamableHTTPClientTransport(new URL(url)));
});`,
  'a loop over a list of records': `${LIST}
for (const server of SERVERS) connect(new StreamableHTTPClientTransport(new URL(server.url)));`,
  'a callback for each record of a list': `${LIST}
SERVERS.forEach(async ({ url }) => { connect(new StreamableHTTPClientTransport(new URL(url))); });
SERVERS.map((server) => new StreamableHTTPClientTransport(new URL(server.url)));`,
  'a key that only a parameter says': `${TABLE}
export async function open(key: string) {
  const server = SERVERS[key];
  const transport = new StreamableHTTPClientTransport(new URL(server.config.url));
  return connect(transport);
}`,
  'a function that returns the table, with a key of a request': `
const table = () => ({
  tides: { url: process.env.TIDES_URL },
  berths: { url: process.env.BERTHS_URL },
});
export async function handle(request: Request) {
  const server = table()[request.query.server];
  return connect(new StreamableHTTPClientTransport(new URL(server.url)));
}`,
  'a function that is called with records': `${TABLE}
async function open(server: Server) {
  return connect(new StreamableHTTPClientTransport(new URL(server.config.url)));
}
const pass = (server: Server) => open(server);
pass(SERVERS.tides);
pass(SERVERS['berths']);`,
  'a map of records': `
const SERVERS = new Map([
  ['tides', { url: process.env.TIDES_URL }],
  ['berths', { url: process.env.BERTHS_URL }],
]);
for (const [name, server] of SERVERS) connect(new StreamableHTTPClientTransport(new URL(server.url)));`,
};

const PYTHON: Record<string, string> = {
  'a loop over the items of a table': `
SERVERS = {"tides": {"url": os.environ["TIDES_URL"]}, "berths": {"url": os.environ["BERTHS_URL"]}}
servers = []
for key, settings in SERVERS.items():
    servers.append(MCPServerStreamableHttp(params=settings))
pilot = Agent(name="Pilot", mcp_servers=servers)`,
  'a loop over the values of a table': `
SERVERS = {"tides": {"url": os.environ["TIDES_URL"]}, "berths": {"url": os.environ["BERTHS_URL"]}}
servers = []
for settings in SERVERS.values():
    server = MCPServerStreamableHttp(params=settings)
    servers.append(server)
pilot = Agent(name="Pilot", mcp_servers=servers)`,
  'a loop with a name': `
SERVERS = {"tides": {"url": os.environ["TIDES_URL"]}, "berths": {"url": os.environ["BERTHS_URL"]}}
servers = []
for key in SERVERS:
    servers.append(MCPServerStreamableHttp(name=key, params={"url": SERVERS[key]["url"]}))
pilot = Agent(name="Pilot", mcp_servers=servers)`,
  'a comprehension': `
SERVERS = {"tides": {"url": os.environ["TIDES_URL"]}, "berths": {"url": os.environ["BERTHS_URL"]}}
pilot = Agent(name="Pilot", mcp_servers=[MCPServerStreamableHttp(params=settings) for settings in SERVERS.values()])`,
  'a comprehension of a dictionary': `
SERVERS = {"tides": {"url": os.environ["TIDES_URL"]}, "berths": {"url": os.environ["BERTHS_URL"]}}
servers = {key: MCPServerStreamableHttp(params=settings) for key, settings in SERVERS.items()}
pilot = Agent(name="Pilot", mcp_servers=list(servers.values()))`,
  'a list of records': `
SERVERS = [{"name": "tides", "url": os.environ["TIDES_URL"]}, {"name": "berths", "url": os.environ["BERTHS_URL"]}]
def open(settings):
    return MCPServerStreamableHttp(params={"url": settings["url"]})
pilot = Agent(name="Pilot", mcp_servers=[open(settings) for settings in SERVERS])`,
  'a key that only a parameter says': `
SERVERS = {"tides": {"url": os.environ["TIDES_URL"]}, "berths": {"url": os.environ["BERTHS_URL"]}}
def create(key: str):
    settings = SERVERS.get(key)
    server = MCPServerStreamableHttp(params={"url": settings["url"]})
    return Agent(name="Pilot", mcp_servers=[server])`,
  'a function that is called with keys': `
SERVERS = {"tides": {"url": os.environ["TIDES_URL"]}, "berths": {"url": os.environ["BERTHS_URL"]}, "ports": {"url": "x"}}
def open(key: str):
    return MCPServerStreamableHttp(params=SERVERS[key])
pilot = Agent(name="Pilot", mcp_servers=[open("tides"), open("berths")])`,
  'a registry that a method fills': `
SERVERS = {"tides": {"url": os.environ["TIDES_URL"]}, "berths": {"url": os.environ["BERTHS_URL"]}}
class Registry:
    def __init__(self) -> None:
        self._servers: dict[str, dict[str, str]] = {}
        self._fill()

    def _fill(self) -> None:
        for key, settings in SERVERS.items():
            self._servers[key] = {"name": key, "url": settings["url"]}

    def open(self, key: str):
        settings = self._servers.get(key)
        return MCPServerStreamableHttp(name=settings["name"], params={"url": settings["url"]})
registry = Registry()
pilot = Agent(name="Pilot", mcp_servers=[registry.open("tides"), registry.open("berths")])`,
};

describe('servers whose settings are in a table', () => {
  it.each(Object.entries(TYPESCRIPT))('are found in TypeScript: %s', async (_, source) => {
    const { names } = await scanSources({ 'desk/servers.ts': `${IMPORT}${source}\n` });
    expect(names('mcp_server')).toEqual(['berths', 'tides']);
  });

  it.each(Object.entries(PYTHON))('are found in Python: %s', async (_, source) => {
    const { names, relations } = await scanSources({
      'desk/servers.py': `import os\n\nfrom agents import Agent\nfrom agents.mcp import MCPServerStreamableHttp\n${source}\n`,
    });
    expect(names('mcp_server')).toEqual(['berths', 'tides']);
    expect(relations()).toEqual(['Pilot -mcp_servers-> berths', 'Pilot -mcp_servers-> tides']);
  });

  it('are related to the agents that get each of them', async () => {
    const { relations } = await scanSources({
      'desk/servers.ts': TABLE,
      'desk/open.ts': `import { loadMcpTools } from '@langchain/mcp-adapters';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
${IMPORT}export async function open(server) {
  const client = new Client({ name: \`client-\${server.id}\`, version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.config.url)));
  return loadMcpTools(server.id, client);
}
`,
      'desk/agents.ts': `import { createAgent } from 'langchain';
import { open } from './open.js';
import { SERVERS } from './servers.js';
export const pilot = createAgent({ name: 'Pilot', tools: await open(SERVERS.tides) });
export const clerk = createAgent({ name: 'Clerk', tools: [...(await open(SERVERS.tides)), ...(await open(SERVERS.berths))] });
`,
    });
    expect(relations('mcp_servers')).toEqual([
      'Clerk -mcp_servers-> berths',
      'Clerk -mcp_servers-> tides',
      'Pilot -mcp_servers-> tides',
    ]);
  });

  it('are where the table is, and where the client is', async () => {
    const { report } = await scanSources({
      'desk/servers.ts': `${IMPORT}${TYPESCRIPT['a loop over a list of records']}\n`,
    });
    const locations = report.objects.map(({ name, locations }) => [name, ...locations.map(({ span }) => span[0])]);
    expect(Object.fromEntries(locations.map(([name, ...lines]) => [name, lines]))).toEqual({
      tides: [3, 7],
      berths: [4, 7],
    });
  });

  it('are one server when only the keys of its settings differ', async () => {
    const { names } = await scanSources({
      'desk/servers.ts': `${IMPORT}
const SETTINGS = { http: { url: process.env.A }, sse: { url: process.env.B } };
export function open(kind: string) {
  const desk = new StreamableHTTPClientTransport(new URL(SETTINGS[kind].url));
  return connect(desk);
}
`,
    });
    expect(names('mcp_server')).toEqual(['desk']);
  });
});

describe('agents that a loop over records creates', () => {
  it('have the models and tools of their own record', async () => {
    const { relations } = await scanSources({
      'desk/agents.py': `from agents import Agent, function_tool


@function_tool
def weigh() -> str:
    return ""


@function_tool
def moor() -> str:
    return ""


DESKS = [
    {"name": "Scales", "model": "gpt-4.1-mini", "tools": [weigh]},
    {"name": "Berths", "model": "gpt-4.1", "tools": [moor]},
]
desks = []
for desk in DESKS:
    desks.append(Agent(name=desk["name"], model=desk["model"], tools=desk["tools"]))
pilot = Agent(name="Pilot", handoffs=desks)
`,
    });
    expect(relations()).toEqual([
      'Berths -models-> gpt-4.1',
      'Berths -tools-> moor',
      'Pilot -sub_agents-> Berths',
      'Pilot -sub_agents-> Scales',
      'Scales -models-> gpt-4.1-mini',
      'Scales -tools-> weigh',
    ]);
  });
});
