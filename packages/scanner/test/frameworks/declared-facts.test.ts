/** Facts that sources declare about tools and models. */
import { describe, expect, it } from 'vitest';
import type { ObjectKind } from '../../src/index.ts';
import { scanSources } from '../scan-sources.ts';

/** The fields of what a source has, by their names. */
async function fieldsOf(kind: ObjectKind, file: string, source: string): Promise<Record<string, unknown>> {
  const { report } = await scanSources({ [file]: source });
  return Object.fromEntries(
    report.objects.filter((each) => each.kind === kind).map(({ name, fields }) => [name, fields]),
  );
}

describe('a tool', () => {
  it('of Mastra has the hints that it declares for MCP', async () => {
    const tools = await fieldsOf(
      'tool',
      'a.ts',
      `import { createTool } from '@mastra/core/tools';
export const wipe = createTool({ id: 'wipe', mcp: { annotations: { destructiveHint: true, openWorldHint: false } } });
export const plain = createTool({ id: 'plain' });
`,
    );
    expect(tools.wipe).toMatchObject({ is_destructive: true, is_open_world: false });
    expect(tools.plain).not.toHaveProperty('is_destructive');
  });

  it('of the Claude Agent SDK has its hints', async () => {
    const { wipe } = await fieldsOf(
      'tool',
      'a.py',
      `from claude_agent_sdk import create_sdk_mcp_server, tool
from mcp.types import ToolAnnotations
@tool("wipe", "Wipes.", {"id": str}, annotations=ToolAnnotations(destructiveHint=True))
async def wipe(args): ...
server = create_sdk_mcp_server(name="desk", tools=[wipe])
`,
    );
    expect(wipe).toMatchObject({ is_destructive: true });
  });

  it('of FastMCP has the scopes that it requires', async () => {
    const { cancel, book, other } = await fieldsOf(
      'tool',
      'a.py',
      `from fastmcp import FastMCP
from fastmcp.server.auth import require_scopes
from desk.auth import require_scopes as own
server = FastMCP("ports")
SCOPE = "berths:write"
@server.tool(auth=require_scopes("berths:read", SCOPE))
def cancel() -> str: ...
@server.tool(auth=[require_scopes("berths:read"), require_scopes("berths:read", "berths:book")])
def book() -> str: ...
@server.tool(auth=own("none"))
def other() -> str: ...
`,
    );
    expect(cancel).toMatchObject({ permissions: ['berths:read', 'berths:write'] });
    expect(book).toMatchObject({ permissions: ['berths:read', 'berths:book'] });
    expect(other).not.toHaveProperty('permissions');
  });
});

describe('a model', () => {
  it('runs at a provider when its weights are not published, and is unknown otherwise', async () => {
    const models = await fieldsOf(
      'model',
      'a.py',
      `from agents import Agent
Agent(name="a", model="gpt-4.1")
Agent(name="b", model="litellm/anthropic/claude-sonnet-4-5")
Agent(name="c", model="gpt-oss-120b")
Agent(name="d", model="litellm/ollama/llama3.1")
`,
    );
    const deployments = Object.entries(models).map(([name, fields]) => [
      name,
      (fields as { deployment?: string }).deployment,
    ]);
    expect(Object.fromEntries(deployments)).toMatchObject({ 'gpt-4.1': 'hosted_api', 'gpt-oss-120b': undefined });
    expect(deployments.map(([, deployment]) => deployment)).toEqual(['hosted_api', 'hosted_api', undefined, undefined]);
  });
});
