import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Neighbourhood } from '@aispm/client';
import { createConsoleHandler } from '@aispm/console/server';
import type { Mock } from '@aispm/mock';

/** The number of agents in the list. */
export const ROWS = 100_000;
const MINUTE_MS = 60_000;
const API = '/api/v1';
const LIST = /^\/api\/v1\/aispm-agents\/tenants\/[^/]+\/workspaces\/[^/]+$/;
const GRAPH = /^\/api\/v1\/aispm-graph\//;
const OBJECT = /^\/api\/v1\/aispm-agents\/.*\/node-0$/;

/** A console whose list of agents, and whose graph, are large. */
export interface LargeConsole {
  url: string;
  /** Sets the number of nodes of every neighbourhood, each with two edges. */
  setNodes(count: number): void;
  close(): Promise<void>;
}

/** Serves the console on a mock, with a larger list and graph than the mock has. */
export async function startLargeConsole(mock: Mock): Promise<LargeConsole> {
  const handleConsole = createConsoleHandler({ api: API });
  const [example] = ((await readJson(mock, `${API}/aispm-agents/tenants/t/workspaces/w?page_size=1`)) as Page).items;
  const graph = (await readJson(
    mock,
    `${API}/aispm-graph/tenants/t/workspaces/w/${example?.aispm_object_id}`,
  )) as Neighbourhood;
  let nodes = 0;
  function handleApi(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://console');
    const respond = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (LIST.test(url.pathname)) respond(createPage(example ?? {}, url.searchParams));
    else if (GRAPH.test(url.pathname)) respond(createGraph(graph, nodes));
    else if (OBJECT.test(url.pathname)) respond({ ...example, aispm_object_id: 'node-0' });
    else
      mock.middleware(request, response, () => handleConsole(request, response, () => response.writeHead(404).end()));
  }
  const server = createServer(handleApi).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setNodes(count) {
      nodes = count;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Page {
  items: Record<string, unknown>[];
}

async function readJson(mock: Mock, path: string): Promise<unknown> {
  const response = await mock.fetch(`http://mock${path}`, { headers: { authorization: 'Bearer any-key' } });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Returns a page of the list; its cursor is the number of rows before the next page. */
function createPage(example: Record<string, unknown>, query: URLSearchParams): unknown {
  const first = Number(query.get('cursor') ?? 0);
  const size = Number(query.get('page_size') ?? 50);
  const last = Math.min(ROWS, first + size);
  const items = Array.from({ length: last - first }, (_, index) => ({
    ...example,
    aispm_object_id: `agent-${first + index}`,
    aispm_friendly_name: `Agent ${first + index}`,
    critical_issues_count: (first + index) % 7,
    high_issues_count: (first + index) % 1_300,
    last_seen_at: new Date(Date.now() - (first + index) * MINUTE_MS).toISOString(),
  }));
  return { items, cursor: last < ROWS ? String(last) : '', ...(query.has('include_total') && { total: ROWS }) };
}

/** Returns a graph in which each node has an edge to two others, up to three steps from the root. */
function createGraph(example: Neighbourhood, count: number): Neighbourhood {
  const [node] = example.nodes;
  const [edge] = example.edges;
  if (node === undefined || edge === undefined) throw new Error('The example has no relations.');
  const id = (index: number) => `node-${index}`;
  const nodes = Array.from({ length: count }, (_, index) => ({
    ...node,
    aispm_object_id: id(index),
    aispm_friendly_name: `Object ${index}`,
    depth: index === 0 ? 0 : index <= 20 ? 1 : index <= 400 ? 2 : 3,
  }));
  const edges = nodes.slice(1).flatMap((_, index) => {
    const parent = index < 20 ? 0 : index < 400 ? 1 + (index % 20) : 21 + (index % 380);
    return [
      { ...edge, from_id: id(parent), to_id: id(index + 1) },
      { ...edge, from_id: id(index + 1), to_id: id((index * 7 + 1) % count) },
    ];
  });
  return { ...example, root_id: id(0), nodes, edges, truncated: false };
}
