/** Repositories that share objects: each upload shows and counts the findings of its own repository. */
import { listScanResults, listScans } from '@aispm/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Checkout, createCheckout } from './command.ts';
import { type ServiceProcess, startService } from './service-process.ts';

const MODEL = `
from langchain_anthropic import ChatAnthropic
from langgraph.prebuilt import create_react_agent
`;
/** An agent that reaches a server over plain HTTP. */
const PLAIN_HTTP = `
from agents import Agent
from agents.mcp import MCPServerStreamableHttp
maps = MCPServerStreamableHttp(name="maps", params={"url": "http://maps.example.com/mcp"})
one = Agent(name="One", model="claude-sonnet-4-5", mcp_servers=[maps])
`;
const SAME_MODEL = `${MODEL}
agent = create_react_agent(ChatAnthropic(model="claude-sonnet-4-5"), tools=[])
`;
const SAME_SERVER = JSON.stringify({ mcpServers: { maps: { type: 'http', url: 'http://maps.example.com/mcp' } } });

describe('repositories of one workspace', () => {
  let service: ServiceProcess;
  const checkouts: Checkout[] = [];
  const createRepository = (name: string, files: Record<string, string>) => {
    const checkout = createCheckout(`github.com/example/${name}`);
    checkouts.push(checkout);
    checkout.commit(files);
    return checkout;
  };
  const upload = (checkout: Checkout) =>
    checkout.scan(['--upload', '--fail-on', 'low'], service.workspace('shared').environment);

  beforeAll(async () => {
    service = await startService('postgres', ['shared']);
  }, 180_000);
  afterAll(async () => {
    for (const checkout of checkouts) checkout.close();
    await service?.close();
  });

  it('get their own findings, at their own locations, in any order and again', async () => {
    const insecure = createRepository('insecure', { 'agent.py': PLAIN_HTTP });
    const clean = createRepository('clean', { 'a.py': SAME_MODEL });
    const declaring = createRepository('declaring', { '.mcp.json': SAME_SERVER });
    for (const _ of ['first', 'again']) {
      const first = await upload(insecure);
      expect([first.code, first.out]).toEqual([1, expect.stringContaining('agent.py:4')]);
      const second = await upload(clean);
      expect([second.code, second.err]).toEqual([0, '']);
      expect(second.out).toContain('No findings');
      const third = await upload(declaring);
      expect(third.code).toBe(1);
      expect(third.out).toMatch(
        /Findings: 1 .*\n\nhigh {2}plain-http-mcp-server\n {2}\.mcp\.json:\d+ {2}MCP server maps: /,
      );
    }
    const { client } = service.workspace('shared');
    const { items: scans } = await listScans(client, { is_current: true });
    for (const { scan_id: id, detection_count } of scans) {
      const { items: results } = await listScanResults(client, { id, result_kind: ['issue'] });
      expect(results.filter(({ change }) => change !== 'absent')).toHaveLength(detection_count);
    }
  });
});
