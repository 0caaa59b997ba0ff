/**
 * A server to examine: the mock, extended until it conforms to every check, with or without an injected fault.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock, type Mock } from '@aispm/mock';
import { createConformingHandler } from './conforming-handler.ts';
import { type Handler, type Interceptor, SECOND_TOKEN, type ServerRequest, TOKEN } from './exchange.ts';

/** A listening server. */
export interface Server {
  url: string;
  /** Method and path of every request. */
  requests: string[];
  close(): Promise<void>;
}

/** Options of a server. */
export interface ServerOptions {
  /** Default: forwards all requests. */
  interceptor?: Interceptor | undefined;
  /** Whether to extend the mock until it conforms. Default true. */
  isConforming?: boolean;
  /** A revision of the contract that the mock serves. Default: its own contract. */
  contract?: string | object | undefined;
  /** The initial records of the mock. Default: the examples. */
  scenario?: 'empty' | undefined;
  /** Called when a request gets no response. */
  onSilence?: (() => void) | undefined;
}

const OPTIONS = {
  stateful: true,
  tokens: { [TOKEN]: { 'halden-freight': ['production'] }, [SECOND_TOKEN]: { 'another-tenant': ['main'] } },
};
const ownMock = await createMock(OPTIONS);

/** Starts a server with the mock's initial records. Only one at a time, because all servers share the mock. */
export async function startServer({
  interceptor = (request, forward) => forward(request),
  isConforming = true,
  contract,
  scenario,
  onSilence,
}: ServerOptions = {}): Promise<Server> {
  const mock =
    contract || scenario
      ? await createMock({ ...OPTIONS, ...(contract && { contract }), ...(scenario && { scenario }) })
      : ownMock;
  await mock.handle({ method: 'POST', url: '/__mock/reset' });
  const handler = isConforming ? createConformingHandler(createHandler(mock)) : createHandler(mock);
  const requests: string[] = [];
  const server = createServer(async (message, reply) => {
    const request = await readRequest(message, mock.basePath);
    requests.push(`${request.method} ${request.path}`);
    const response = await interceptor(request, handler);
    if (!response) return onSilence?.();
    const { 'content-length': _, ...headers } = response.headers;
    reply.writeHead(response.status, headers).end(encodeBody(response.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${mock.basePath}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readRequest(message: IncomingMessage, basePath: string): Promise<ServerRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const url = new URL(message.url ?? '/', 'http://server.test');
  return {
    method: message.method ?? 'GET',
    path: url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length) : `/nowhere${url.pathname}`,
    query: url.searchParams,
    headers: message.headers as Record<string, string>,
    body: Buffer.concat(chunks).toString(),
  };
}

function encodeBody(body: unknown): string {
  if (typeof body === 'string') return body;
  return body === undefined ? '' : JSON.stringify(body);
}

function createHandler({ handle, basePath }: Mock): Handler {
  return async ({ method, path, query, headers, body }) => {
    const url = `${basePath}${path}${query.size > 0 ? `?${query}` : ''}`;
    const reply = await handle({ method, url, headers, ...(body && { body: Buffer.from(body) }) });
    const isJson = reply.headers['content-type'] === 'application/json';
    return { ...reply, body: isJson && reply.body ? JSON.parse(reply.body) : reply.body };
  };
}
