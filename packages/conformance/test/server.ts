/**
 * A server to be examined: the mock, with what it does not do mended for a few operations, so that every check has
 * something that it finds nothing wrong with; and with a fault, so that it has something to find.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock, type Mock } from '@aispm/mock';

/** The tenant and workspace of the first token, and the two tokens. */
export const SCOPE = '/tenants/halden-freight/workspaces/production';
export const TOKEN = 'first-key';
export const SECOND_TOKEN = 'second-key';

/** A request below the base path. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
}

/** An answer; the body of JSON is decoded. */
export interface Told {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: faults reach into bodies of every kind
  body: any;
}

/** Answers a request. */
export type Answer = (asked: Asked) => Promise<Told>;

/** A fault: answers in place of the server, which it may ask. Undefined: never answers. */
export type Fault = (asked: Asked, ask: Answer) => Promise<Told | undefined>;

/** A server that listens. */
export interface Server {
  url: string;
  /** Method and path of every request. */
  asked: string[];
  close(): Promise<void>;
}

/** A mock that remembers nothing yet. */
const createStateful = () =>
  createMock({
    stateful: true,
    tokens: { [TOKEN]: { 'halden-freight': ['production'] }, [SECOND_TOKEN]: { 'another-tenant': ['main'] } },
  });
const shared = await createStateful();

/**
 * Starts a server. Without a fault it conforms, as far as it was mended.
 *
 * @param how whether the mock is mended, or is as it is
 * @param isAlone false when other servers are there at the same time: they do not share what they remember
 */
export async function startServer(
  fault: Fault = (asked, ask) => ask(asked),
  how: 'mended' | 'as it is' = 'mended',
  isAlone = true,
): Promise<Server> {
  const mock = isAlone ? shared : await createStateful();
  if (isAlone) await mock.handle({ method: 'POST', url: '/__mock/reset' });
  const answer = how === 'mended' ? mended(mock) : asking(mock);
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const one = await read(request, mock.basePath);
    asked.push(`${one.method} ${one.path}`);
    const told = await fault(one, answer);
    if (!told) return;
    const text = typeof told.body === 'string' ? told.body : told.body === undefined ? '' : JSON.stringify(told.body);
    const { 'content-length': _, ...headers } = told.headers;
    response.writeHead(told.status, headers).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${mock.basePath}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(request: IncomingMessage, basePath: string): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://server.test');
  return {
    method: request.method ?? 'GET',
    path: url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length) : `/nowhere${url.pathname}`,
    query: url.searchParams,
    headers: request.headers as Record<string, string>,
    body: Buffer.concat(chunks).toString(),
  };
}

function asking({ handle, basePath }: Mock): Answer {
  return async ({ method, path, query, headers, body }) => {
    const url = `${basePath}${path}${query.size > 0 ? `?${query}` : ''}`;
    const reply = await handle({ method, url, headers, ...(body && { body: Buffer.from(body) }) });
    const isJson = reply.headers['content-type'] === 'application/json';
    return { ...reply, body: isJson && reply.body ? JSON.parse(reply.body) : reply.body };
  };
}

const AGENTS = `/aispm-agents${SCOPE}`;
const MODELS = `/aispm-models${SCOPE}`;

type Row = Record<string, unknown>;

function mended(mock: Mock): Answer {
  const ask = asking(mock);
  const refuse = (asked: Asked, status: number) =>
    ask({ ...asked, headers: { ...asked.headers, prefer: `code=${status}` } });
  const all = async (path: string, asked: Asked): Promise<Row[]> =>
    (await ask({ ...asked, method: 'GET', path, query: new URLSearchParams({ page_size: '100' }), body: '' })).body
      .items ?? [];

  return async (asked) => {
    const { path, query, headers } = asked;
    const { cursor, start_time: start, end_time: end } = Object.fromEntries(query);
    const own = path === AGENTS && cursor ? readCursor(cursor, query) : undefined;
    const without = new URLSearchParams(query);
    if (own !== undefined) without.delete('cursor');
    const told = await ask({ ...asked, query: without });
    // Whatever the mock refuses is refused.
    if (told.status >= 300 || headers.prefer) return told;
    if (start && end && Date.parse(end) < Date.parse(start)) return refuse(asked, 400);
    if (start && end && Date.parse(end) - Date.parse(start) > 31 * 86_400_000) return refuse(asked, 400);
    // What there is belongs to the first tenant.
    if (path.includes('/tenants/another-tenant/')) {
      return told.body?.items ? { ...told, body: { ...told.body, items: [], cursor: '' } } : refuse(asked, 404);
    }
    if (path === AGENTS) return { ...told, body: page(select(await all(AGENTS, asked), query), query, own ?? 0) };
    const [, kind, id, edge] =
      new RegExp(`^/(aispm-agents|aispm-models)${SCOPE}/([^/]+)(?:/([^/]+))?$`).exec(path) ?? [];
    if (kind === undefined) return told;
    const rows = await all(`/${kind}${SCOPE}`, asked);
    if (!rows.some(({ aispm_object_id }) => aispm_object_id === id)) return refuse(asked, 404);
    if (edge === undefined) return told;
    const items = (await related(kind, id, edge, (list) => all(list, asked))).map((row) => relation(row, edge));
    return { ...told, body: { items, cursor: '', page_size: 50 } };
  };
}

/** Every agent calls every other model. */
async function related(kind: string, id: unknown, edge: string, all: (path: string) => Promise<Row[]>): Promise<Row[]> {
  const [agents, models] = [await all(AGENTS), await all(MODELS)];
  const [own, others] = kind === 'aispm-agents' ? [agents, models] : [models, agents];
  if (edge !== (kind === 'aispm-agents' ? 'models' : 'agents')) return [];
  const index = own.findIndex((row) => row.aispm_object_id === id);
  return others.filter((_, other) => (index + other) % 2 === 0);
}

function relation(row: Row, edge: string): Row {
  const fields = [
    'aispm_object_id',
    'aispm_friendly_name',
    'object_type',
    'critical_issues_count',
    'high_issues_count',
    'first_seen_at',
    'last_seen_at',
  ];
  return { ...Object.fromEntries(fields.map((name) => [name, row[name]])), edge, evidence: 'declared' };
}

const FIELDS: Record<string, string> = {
  severity: 'max_definitive_severity',
  owner: 'owners',
  name: 'aispm_friendly_name',
};
const PAGING = ['page_size', 'cursor', 'include_total', 'sort', 'order', 'include_deleted'];

/** The agents that a query selects, in its order. */
function select(rows: Row[], query: URLSearchParams): Row[] {
  const filters = [...new Set(query.keys())].filter((name) => !PAGING.includes(name));
  const chosen = rows.filter((row) =>
    filters.every((name) => {
      const wanted = query.getAll(name);
      const value = row[FIELDS[name] ?? name];
      if (name === 'name') return String(value).toLowerCase().includes(String(wanted[0]).toLowerCase());
      if (name === 'has_issues') return String(Number(row.total_issues_count) > 0) === wanted[0];
      if (name === 'updated_since') return Date.parse(String(row.updated_at)) >= Date.parse(String(wanted[0]));
      return [value].flat().some((one) => wanted.includes(String(one)));
    }),
  );
  const column = query.get('sort') ?? 'aispm_friendly_name';
  const sign = query.get('order') === 'DESC' ? -1 : 1;
  return chosen.toSorted((a, b) => sign * compare(a[column], b[column]));
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number') return one - Number(other);
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}

function page(rows: Row[], query: URLSearchParams, offset: number): Row {
  const size = Number(query.get('page_size') ?? 50);
  const next = offset + size;
  return {
    items: rows.slice(offset, next),
    cursor: next < rows.length ? Buffer.from(JSON.stringify([next, filtersOf(query)])).toString('base64url') : '',
    page_size: size,
    ...(query.get('include_total') === 'true' && { total: rows.length }),
  };
}

function readCursor(cursor: string, query: URLSearchParams): number | undefined {
  try {
    const [offset, filters] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return filters === filtersOf(query) ? offset : undefined;
  } catch {
    return undefined;
  }
}

function filtersOf(query: URLSearchParams): string {
  return [...query].filter(([name]) => name !== 'cursor' && name !== 'page_size').join('&');
}
