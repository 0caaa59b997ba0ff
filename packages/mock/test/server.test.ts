/** What only a real socket can show. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { ListenError, type RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, mock, paths, TOKEN } from './support.ts';

let server: RunningMock;
beforeAll(async () => {
  server = await mock.listen({ port: 0 });
});
afterAll(() => server.close());

const JSON_BODY = { ...TOKEN, 'content-type': 'application/json' };
const portOf = (url: string) => Number(new URL(url).port);

/** Sends bytes as they are and returns everything that comes back until the server closes. */
async function sendRaw(text: string, timeoutMs = 30_000): Promise<string> {
  const socket = connect(portOf(server.url), '127.0.0.1');
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The server did not answer.')));
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

async function expectRawError(answer: string, status: number) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1)]),
  );
  return expectError(new Response(body, { status: Number(line.split(' ')[1]), headers }), status);
}

describe('over HTTP', () => {
  it('the address is the one of the API, base path included', () => {
    expect(server.url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${mock.basePath}$`));
  });

  it('a list is answered', async () => {
    const response = await fetch(`${server.url}${paths.rules}`, { headers: TOKEN });
    expect(response.status).toBe(200);
    expect(((await response.json()) as { items: unknown[] }).items.length).toBeGreaterThan(0);
  });

  it.each(['{"name":', 'nope', '['])('malformed JSON is answered at once: %s', async (body) => {
    const signal = AbortSignal.timeout(3_000);
    const response = await fetch(`${server.url}${paths.agentEvaluations}`, {
      method: 'POST',
      body,
      headers: JSON_BODY,
      signal,
    });
    await expectError(response, 400);
  });

  it('malformed JSON in chunks is answered at once', async () => {
    const answer = await sendRaw(
      `POST ${mock.basePath}${paths.agentEvaluations} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\nConnection: close\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":400/s);
  });

  it('HEAD has the headers of GET and no body', async () => {
    const get = httpRequest(`${server.url}${paths.rules}`, { method: 'HEAD', headers: TOKEN }).end();
    const [response] = (await once(get, 'response')) as [IncomingMessage];
    let size = 0;
    for await (const chunk of response) size += chunk.length;
    expect(response.statusCode).toBe(200);
    expect(Number(response.headers['content-length'])).toBeGreaterThan(100);
    expect(size).toBe(0);
  });

  it.each([2, 40])('a body of %i MiB gets 413, and the server goes on', async (mebibytes) => {
    const body = Buffer.alloc(mebibytes * 1024 * 1024, 'x');
    const response = await fetch(`${server.url}${paths.agentEvaluations}`, {
      method: 'POST',
      body,
      headers: JSON_BODY,
    });
    await expectError(response, 413);
    expect((await fetch(`${server.url}${paths.rules}`, { headers: TOKEN })).status).toBe(200);
  });

  it('a body that is too large and never ends gets 413 all the same', async () => {
    const answer = await sendRaw(
      `POST ${mock.basePath}${paths.agentEvaluations} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\n` +
        `Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n${'x'.repeat(1024 * 1024 + 10)}`,
    );
    await expectRawError(answer, 413);
  });

  it('what is not HTTP gets 400 in the form of all errors', async () => {
    await expectRawError(await sendRaw('this is not HTTP\r\n\r\n'), 400);
  });

  it('headers that are too long get 431 in the form of all errors', async () => {
    await expectRawError(await sendRaw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`), 431);
  });

  it('an odd path does no harm', async () => {
    for (const path of ['//', '/../..', '/%00', '*', 'http://elsewhere/api/v1/nope', '/?', '/#']) {
      await expectRawError(await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`), 404);
    }
  });

  it('a client that goes away while it waits does no harm', async () => {
    const aborted = fetch(`${server.url}${paths.rules}`, {
      headers: { ...TOKEN, prefer: 'wait=5000' },
      signal: AbortSignal.timeout(50),
    });
    await expect(aborted).rejects.toThrow();
    expect((await fetch(`${server.url}${paths.rules}`, { headers: TOKEN })).status).toBe(200);
  });
});

describe('listen', () => {
  it('on a busy port says in one line which one it is and the way out', async () => {
    const port = portOf(server.url);
    const error = await mock.listen({ port }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ListenError);
    expect((error as Error).message).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is busy; .*--port.*$`));
  });

  it('on an address that is not there says so in one line', async () => {
    const error = await mock.listen({ port: 0, host: '192.0.2.1' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ListenError);
    expect((error as Error).message).toMatch(/^Cannot listen on 192\.0\.2\.1, port 0: .*$/);
  });

  it('on ::1 gives an address with brackets', async ({ skip }) => {
    const six = await mock.listen({ port: 0, host: '::1' }).catch(() => undefined);
    if (!six) return skip('no IPv6 here');
    expect(six.url).toMatch(/^http:\/\/\[::1\]:\d+/);
    await six.close();
  });

  it('can be closed while a request waits', async () => {
    const other = await mock.listen({ port: 0 });
    const waiting = fetch(`${other.url}${paths.rules}`, { headers: { ...TOKEN, prefer: 'wait=15000' } }).catch(
      () => 'cut off',
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    const start = performance.now();
    await other.close();
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(await waiting).toBe('cut off');
  });

  it('can be closed while connections are kept alive, and frees the port', async () => {
    const other = await mock.listen({ port: 0 });
    await (await fetch(`${other.url}${paths.rules}`, { headers: TOKEN })).text();
    const start = performance.now();
    await other.close();
    expect(performance.now() - start).toBeLessThan(3_000);
    const again = await mock.listen({ port: portOf(other.url) });
    await again.close();
  });
});
