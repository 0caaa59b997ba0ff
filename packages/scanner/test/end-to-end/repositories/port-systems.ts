import type { Repository } from './repository.ts';

const CANCEL = '@server.tool(annotations=ToolAnnotations(readOnlyHint=True, destructiveHint=True))';
const LIST =
  '@server.tool(auth=require_scopes("berths:read"), annotations=ToolAnnotations(readOnlyHint=True, openWorldHint=False))';
const PILOT = 'pilot = Agent("anthropic:claude-sonnet-4-5-20250929", name="Pilot", toolsets=[FastMCPToolset(server)])';

/** An MCP server of FastMCP, and an agent of Pydantic AI that uses it in the same process. */
export const portSystems: Repository = {
  target: 'github.com/halden-freight/port-systems',
  files: {
    '.github/CODEOWNERS': '* @halden-freight/ports\n',
    'port/server.py': `"""The MCP server of the port."""
from fastmcp import FastMCP
from fastmcp.server.auth import require_scopes
from mcp.types import ToolAnnotations

server = FastMCP("ports")


${CANCEL}
def cancel_berth(berth: str) -> str:
    """Cancels a berth."""
    return berth


${LIST}
def list_berths(harbour: str) -> list[str]:
    """Lists the berths."""
    return []


@server.tool(annotations=ToolAnnotations(openWorldHint=True))
def read_forecast(url: str) -> str:
    """Reads a forecast on the web."""
    return url
`,
    'port/agents.py': `from pydantic_ai import Agent
from pydantic_ai.toolsets.fastmcp import FastMCPToolset

from port.server import server

${PILOT}
`,
  },
  findings: [
    { rule: 'contradictory-tool-hints', object: 'cancel_berth', file: 'port/server.py', line: CANCEL },
    { rule: 'open-world-tool-next-to-private-data', object: 'read_forecast', file: 'port/agents.py', line: PILOT },
  ],
  change: {
    edits: { 'port/server.py': [['list_berths(harbour: str)', 'list_berths(harbour: str, customer: str)']] },
    finding: { rule: 'changed-tool-schema', object: 'list_berths', file: 'port/server.py', line: LIST },
  },
  fixes: {
    'port/server.py': [
      [CANCEL, '@server.tool(annotations=ToolAnnotations(readOnlyHint=False, destructiveHint=True))'],
      ['ToolAnnotations(openWorldHint=True)', 'ToolAnnotations(openWorldHint=False)'],
    ],
  },
};
