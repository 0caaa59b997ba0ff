/** Behavior that needs a real socket. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { ListenError, type RunningMock } from '@aispm/mock';
import { freePort } from '@aispm/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, mock, paths, TOKEN } from './support.ts';

let server: RunningMock;
beforeAll(async () => {
  server = await mock.listen({ port: 0 });
});
afterAll(() => server.close());

const JSON_BODY = { ...TOKEN, 'content-type': 'application/json' };
const getPort = (url: string) => Number(new URL(url).port);

/** Sends raw data and returns everything that the server sends until it closes the connection. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(getPort(server.url), '127.0.0.1');
  socket.write(text);
  let response = '';
  for await (const chunk of socket) response += chunk;
  return response;
}

async function expectRawError(response: string, status: number) {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1)]),
  );
  return expectError(new Response(body, { status: Number(line.split(' ')[1]), headers }), status);
}

describe('the server', () => {
  it('has a URL with the base path of the API', () => {
    expect(server.url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${mock.basePath}$`));
  });

  it('returns a list', async () => {
    const response = await fetch(`${server.url}${paths.rules}`, { headers: TOKEN });
    expect(response.status).toBe(200);
    expect(((await response.json()) as { items: unknown[] }).items.length).toBeGreaterThan(0);
  });

  it.each(['{"name":', 'nope', '['])('responds to malformed JSON immediately: %s', async (body) => {
    const signal = AbortSignal.timeout(3_000);
    const response = await fetch(`${server.url}${paths.agentEvaluations}`, {
      method: 'POST',
      body,
      headers: JSON_BODY,
      signal,
    });
    await expectError(response, 400);
  });

  it('responds to malformed JSON in chunks immediately', async () => {
    const response = await sendRaw(
      `POST ${mock.basePath}${paths.agentEvaluations} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\nConnection: close\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n\r\n',
    );
    expect(response).toMatch(/^HTTP\/1\.1 400 .*"code":400/s);
  });

  it('keeps idle connections open as long as the service, for clients that are busy between requests', async () => {
    const { headers } = await fetch(`${server.url}${paths.rules}`, { headers: TOKEN });
    expect(headers.get('keep-alive')).toBe('timeout=72');
  });

  it('responds to HEAD with the headers of GET and no body', async () => {
    const get = httpRequest(`${server.url}${paths.rules}`, { method: 'HEAD', headers: TOKEN }).end();
    const [response] = (await once(get, 'response')) as [IncomingMessage];
    let size = 0;
    for await (const chunk of response) size += chunk.length;
    expect(response.statusCode).toBe(200);
    expect(Number(response.headers['content-length'])).toBeGreaterThan(100);
    expect(size).toBe(0);
  });

  it.each([2, 8])('responds to a body of %i MiB with 413 and continues', async (mebibytes) => {
    const body = Buffer.alloc(mebibytes * 1024 * 1024, 'x');
    const response = await fetch(`${server.url}${paths.agentEvaluations}`, {
      method: 'POST',
      body,
      headers: JSON_BODY,
    });
    await expectError(response, 413);
    expect((await fetch(`${server.url}${paths.rules}`, { headers: TOKEN })).status).toBe(200);
  });

  it('responds to a body that is too large and incomplete with 413', async () => {
    const response = await sendRaw(
      `POST ${mock.basePath}${paths.agentEvaluations} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\n` +
        `Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n${'x'.repeat(1024 * 1024 + 10)}`,
    );
    await expectRawError(response, 413);
  });

  it('responds to malformed HTTP with the error body of the contract', async () => {
    await expectRawError(await sendRaw('this is not HTTP\r\n\r\n'), 400);
  });

  it('responds to headers that are too long with 431 and the error body of the contract', async () => {
    await expectRawError(await sendRaw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`), 431);
  });

  it('responds to unusual paths with 404', async () => {
    for (const path of ['//', '/../..', '/%00', '*', 'http://elsewhere/api/v1/nope', '/?', '/#']) {
      await expectRawError(await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`), 404);
    }
  });

  it('continues after a client has disconnected during a delay', async () => {
    const aborted = fetch(`${server.url}${paths.rules}`, {
      headers: { ...TOKEN, prefer: 'wait=5000' },
      signal: AbortSignal.timeout(50),
    });
    await expect(aborted).rejects.toThrow();
    expect((await fetch(`${server.url}${paths.rules}`, { headers: TOKEN })).status).toBe(200);
  });
});

describe('listen', () => {
  it('rejects a port that is in use with the port and the remedy in one line', async () => {
    const port = getPort(server.url);
    const error = await mock.listen({ port }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ListenError);
    expect((error as Error).message).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\. .*--port.*$`));
  });

  it('rejects a host of another machine with one line', async () => {
    const error = await mock.listen({ port: 0, host: '192.0.2.1' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ListenError);
    expect((error as Error).message).toMatch(/^Cannot listen on 192\.0\.2\.1, port 0: .*$/);
  });

  it('returns a URL with brackets for ::1', async ({ skip }) => {
    const six = await mock.listen({ port: 0, host: '::1' }).catch(() => undefined);
    if (!six) return skip('This machine has no IPv6.');
    expect(six.url).toMatch(/^http:\/\/\[::1\]:\d+/);
    await six.close();
  });

  it('can be closed during the delay of a request', async () => {
    const other = await mock.listen({ port: 0 });
    const { port } = new URL(other.url);
    const socket = connect(Number(port), '127.0.0.1');
    const closed = once(socket, 'close');
    let received = '';
    socket.on('data', (data) => (received += data));
    const sent = `GET ${mock.basePath}${paths.rules} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\nPrefer: wait=15000\r\n\r\n`;
    // The data is in flight when the callback is called; the server accepts no new connections later.
    await new Promise((resolve) => socket.write(sent, resolve));
    await fetch(`http://127.0.0.1:${port}/healthz`);
    await other.close();
    await closed;
    // The response would only arrive after the delay.
    expect(received).toBe('');
  });

  it('closes keep-alive connections immediately, and releases the port', async () => {
    // A port outside the ephemeral range, which the system assigns to no other program between the two servers.
    const other = await mock.listen({ port: await freePort() });
    const socket = connect(getPort(other.url), '127.0.0.1');
    const closed = once(socket, 'close');
    let received = '';
    socket.on('data', (data) => (received += data));
    // The server may have closed the connection when the second request arrives.
    socket.on('error', () => {});
    const request = `GET ${mock.basePath}${paths.rules} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\n\r\n`;
    socket.write(request);
    await once(socket, 'data');
    const closing = other.close();
    socket.write(request);
    await Promise.all([closing, closed]);
    expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
    const again = await mock.listen({ port: getPort(other.url) });
    await again.close();
  });
});
