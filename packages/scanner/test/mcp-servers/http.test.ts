import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { afterEach, describe, expect, it } from 'vitest';
import { createServer as createMcpServer } from './programs/server-fixture.ts';
import { MAX_WAIT_MS, query, serverOf } from './query.ts';

const servers: Server[] = [];

/** Serves until the end of the test, and returns the address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server of the official SDK; `isStateful` keeps a session and responds with events. */
async function serveStreamable(isStateful: boolean, seen: string[] = []): Promise<string> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  return serve(async (request, response) => {
    seen.push(`${request.method} ${request.headers['x-api-key'] ?? ''}`);
    const session = request.headers['mcp-session-id'];
    let transport = typeof session === 'string' ? transports.get(session) : undefined;
    if (transport === undefined) {
      const created = new StreamableHTTPServerTransport({
        sessionIdGenerator: isStateful ? () => randomUUID() : undefined,
        enableJsonResponse: !isStateful,
        onsessioninitialized: (id) => void transports.set(id, created),
      } as ConstructorParameters<typeof StreamableHTTPServerTransport>[0]);
      transport = created;
      await createMcpServer('none').connect(created as never);
    }
    await transport.handleRequest(request, response);
  });
}

const toolNames = (report: Awaited<ReturnType<typeof query>>) =>
  report.objects
    .filter(({ kind }) => kind === 'tool')
    .map(({ name }) => name)
    .sort();
const OFFERED = ['cancel_order', 'greet', 'manual', 'notes', 'plain'];

describe('a server over HTTP', () => {
  it.each([true, false])('of the SDK tells what it offers (sessions: %j)', async (isStateful) => {
    const seen: string[] = [];
    const url = await serveStreamable(isStateful, seen);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: configurations refer to variables like this
    const entry = { type: 'http', url: `${url}/mcp`, headers: { 'X-Api-Key': '${KEY}' } };
    const report = await query(entry, { environment: { KEY: 'k-4711-secret' } });
    expect(serverOf(report)).toMatchObject({
      introspection_error: null,
      transport: 'streamable-http',
      title: 'Orders',
    });
    expect(toolNames(report)).toEqual(OFFERED);
    expect(seen[0]).toBe('POST k-4711-secret');
    expect(JSON.stringify(report)).not.toContain('4711');
  });

  it('without credentials is known to need none', async () => {
    const report = await query({ url: `${await serveStreamable(true)}/mcp` });
    expect(serverOf(report).auth_type).toBe('none');
  });

  it('that speaks the older transport only is asked that way', async () => {
    const transports = new Map<string, SSEServerTransport>();
    const url = await serve(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      if (request.method === 'GET' && pathname === '/sse') {
        const transport = new SSEServerTransport('/messages', response);
        transports.set(transport.sessionId, transport);
        await createMcpServer('none').connect(transport);
      } else if (pathname === '/messages') {
        await transports.get(searchParams.get('sessionId') ?? '')?.handlePostMessage(request, response);
      } else response.writeHead(405).end();
    });
    const report = await query({ url: `${url}/sse` });
    expect(serverOf(report)).toMatchObject({ introspection_error: null, transport: 'sse' });
    expect(toolNames(report)).toEqual(OFFERED);
  });

  it('that asks for an authorization has the type of it', async () => {
    const url = await serve((_, response) => {
      response
        .writeHead(401, { 'WWW-Authenticate': 'Bearer resource_metadata="https://a.example/.well-known/x"' })
        .end('no');
    });
    const server = serverOf(await query({ type: 'http', url }));
    expect(server).toMatchObject({ introspection_error: 'It requires an authorization (401).', auth_type: 'oauth2' });
  });
});

describe('a hostile server over HTTP', () => {
  const json =
    (content: string): RequestListener =>
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(content);
    };

  it('that never responds has an error when the time is over', async () => {
    const report = await query({ type: 'http', url: await serve(() => {}) }, { timeout: 100 });
    expect(serverOf(report).introspection_error).toContain("It didn't respond within 0.1 seconds.");
  });

  it.each<[string, RequestListener, string]>([
    [
      'that responds with 100 MB',
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.end(`{"jsonrpc":"2.0","id":0,"result":{"x":"${'x'.repeat(100_000_000)}"}}`);
      },
      'It sent more than 16777216 bytes.',
    ],
    [
      'that sends events without end',
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        const send = () => {
          while (!response.destroyed && response.write(`: ${'x'.repeat(60_000)}\n\n`));
        };
        response.on('drain', send);
        send();
      },
      'It sent more than 16777216 bytes.',
    ],
    ['that responds with no JSON', json('<html>'), 'It returned an error: '],
    ['that responds with another type', (_, response) => void response.end('hello'), 'It returned an error: '],
    [
      'that sends others elsewhere',
      (_, response) => void response.writeHead(307, { Location: 'http://169.254.169.254/latest' }).end(),
      'It returned an error: ',
    ],
  ])('%s has an error', async (_, listener, message) => {
    const report = await query({ type: 'http', url: await serve(listener) }, { timeout: MAX_WAIT_MS });
    expect(serverOf(report).introspection_error).toMatch(/^It /);
    expect(serverOf(report).introspection_error).toContain(message);
  });

  it('that is not there is reported', async () => {
    const url = await serve(() => {});
    servers.splice(0).forEach((server) => {
      server.close();
    });
    const server = serverOf(await query({ type: 'http', url }));
    expect(server.introspection_error).toBe("It can't be reached: ECONNREFUSED.");
  });

  it('gets no requests with other schemes', async () => {
    const report = await query({ type: 'http', url: 'file:///etc/passwd' });
    expect(serverOf(report).introspection_error).toBe('Its URL must start with http:// or https://.');
  });
});
