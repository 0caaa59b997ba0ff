import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

/** How the servers to which a source connects authenticate, by their names. */
async function authenticationOf(file: string, source: string): Promise<Record<string, unknown>> {
  const { report } = await scanSources({ [file]: source });
  const servers = report.objects.filter(({ kind }) => kind === 'mcp_server');
  return Object.fromEntries(servers.map(({ name, fields }) => [name, (fields as { auth_type?: string }).auth_type]));
}

describe('an MCP server to which code connects', () => {
  it('is located at its entry, also in another file than the call that takes all of them', async () => {
    const { report } = await scanSources({
      'settings.py': `

SERVERS = {
    "weather": {"command": "npx", "args": ["weather"]},
}
`,
      'client.py': `from langchain_mcp_adapters.client import MultiServerMCPClient
from settings import SERVERS

client = MultiServerMCPClient(SERVERS)
`,
      'config/servers.json': `{
  "mcpServers": {

    "files": { "command": "npx", "args": ["files"] }
  }
}`,
      'toolsets.py': `from pydantic_ai.mcp import load_mcp_servers

toolsets = load_mcp_servers("config/servers.json")
`,
    });
    const servers = report.objects.filter(({ kind }) => kind === 'mcp_server');
    const locations = servers.map(({ name, locations }) => [
      name,
      locations.map(({ file, span }) => `${file}:${span[0]}`),
    ]);
    expect(Object.fromEntries(locations)).toEqual({ weather: ['settings.py:4'], files: ['config/servers.json:4'] });
  });

  it('has no authentication when the client sends no credentials', async () => {
    expect(
      await authenticationOf(
        'a.py',
        `from agents.mcp import MCPServerSse, MCPServerStreamableHttp
URL = "https://d.example.com/mcp"
a = MCPServerStreamableHttp(name="a", params={"url": "https://a.example.com/mcp", "timeout": 10}, cache_tools_list=True)
b = MCPServerSse(name="b", params={"url": "https://b.example.com/sse"}, client_session_timeout_seconds=30)
d = MCPServerStreamableHttp(name="d", params={"url": URL})
`,
      ),
    ).toEqual({ a: 'none', b: 'none', d: 'none' });
    expect(
      await authenticationOf(
        'c.ts',
        `import { createMCPClient } from '@ai-sdk/mcp';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
export const c = await createMCPClient({ transport: { type: 'http', url: 'https://c.example.com/mcp' } });
export const e = new StreamableHTTPClientTransport(new URL('https://e.example.com/mcp'));
`,
      ),
    ).toEqual({ c: 'none', e: 'none' });
  });

  it('has an unknown one when the client may send credentials', async () => {
    expect(
      await authenticationOf(
        'a.py',
        `from agents.mcp import MCPServerStreamableHttp
from desk.settings import more, own
a = MCPServerStreamableHttp(name="a", params={"url": "https://a.example.com/mcp", "headers": own})
b = MCPServerStreamableHttp(name="b", params={"url": "https://b.example.com/mcp", **more})
c = MCPServerStreamableHttp(name="c", params={"url": "https://c.example.com/mcp?key=1"})
d = MCPServerStreamableHttp(name="d", params={"url": "https://d.example.com/mcp"}, httpx_client_factory=own)
e = MCPServerStreamableHttp(name="e", params={"url": "https://e.example.com/mcp", "auth": own})
f = MCPServerStreamableHttp(name="f", params={"url": "https://f.example.com/mcp"}, **more)
`,
      ),
    ).toEqual({ a: undefined, b: undefined, c: undefined, d: undefined, e: undefined, f: undefined });
    expect(
      await authenticationOf(
        'c.ts',
        `import { createMCPClient } from '@ai-sdk/mcp';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { authProvider, options } from './auth.js';
export const c = await createMCPClient({ transport: { type: 'http', url: 'https://c.example.com/mcp', authProvider } });
export const e = new StreamableHTTPClientTransport(new URL('https://e.example.com/mcp'), { authProvider });
export const f = new StreamableHTTPClientTransport(new URL('https://f.example.com/mcp'), { ...options });
`,
      ),
    ).toEqual({ c: undefined, e: undefined, f: undefined });
  });

  it('has an unknown one in the settings of a client that negotiates OAuth itself', async () => {
    const settings = '{"mcpServers": {"a": {"type": "http", "url": "https://a.example.com/mcp"}}}';
    expect(await authenticationOf('.mcp.json', settings)).toEqual({ a: undefined });
  });

  it('is the server of this repository when the client gets that object', async () => {
    const { relations } = await scanSources({
      'a.py': `from fastmcp import FastMCP
from pydantic_ai import Agent
from pydantic_ai.toolsets.fastmcp import FastMCPToolset
server = FastMCP("ports")
@server.tool
def list_berths() -> list[str]:
    return []
pilot = Agent("openai:gpt-4.1", name="Pilot", toolsets=[FastMCPToolset(server)])
`,
    });
    expect(relations()).toEqual([
      'Pilot -mcp_servers-> ports',
      'Pilot -models-> gpt-4.1',
      'ports -tools-> list_berths',
    ]);
  });
});
