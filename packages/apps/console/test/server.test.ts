/** The responses of the console's server, including during another build. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConsoleHandler } from '../server.ts';
import { listen } from './backends/mock.ts';

const folder = mkdtempSync(join(tmpdir(), 'console-files-'));
let site: { url: string; close(): void };
let script: string;
let text: string;

beforeAll(async () => {
  const files = join(folder, 'dist');
  cpSync(join(import.meta.dirname, '../dist'), files, { recursive: true });
  const handle = createConsoleHandler({ api: '/api/v1', files });
  site = await listen((request, response) => handle(request, response, () => response.writeHead(404).end()));
  const page = await (await fetch(site.url)).text();
  script = site.url + (/src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '');
  text = readFileSync(join(files, new URL(script).pathname), 'utf8');
  // As another build does.
  rmSync(files, { recursive: true });
});
afterAll(() => {
  site?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the server keeps serving the files of its build after another build', async () => {
  const response = await fetch(script, { signal: AbortSignal.timeout(10_000) });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript;charset=utf-8']);
  expect(response.headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect(await response.text()).toBe(text);
});

it.each(['bytes=10-5', 'bytes=-', 'bytes=99999999-', 'bytes=0-0', 'lines=1-2'])(
  'the server keeps running after a request for the range "%s"',
  async (range) => {
    const signal = AbortSignal.timeout(10_000);
    expect((await fetch(script, { headers: { range }, signal })).status).toBe(200);
    expect((await fetch(site.url)).status).toBe(200);
  },
);

it.each([
  { accept: 'gzip, deflate, br', encoding: 'br' },
  { accept: 'gzip', encoding: 'gzip' },
  { accept: 'GZIP;q=0.5, br;q=0', encoding: 'gzip' },
  { accept: 'br;q=0.0', encoding: undefined },
  { accept: 'identity', encoding: undefined },
])('the server responds to "accept-encoding: $accept" with the encoding $encoding', async ({ accept, encoding }) => {
  const { headers, body } = await request(script, accept);
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.vary).toBe('accept-encoding');
  const decoded = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
  expect(decoded.toString()).toBe(text);
});

it('the server sends no body for HEAD, and 404 for missing files', async () => {
  const head = await fetch(script, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  for (const path of ['/assets/missing.js', '/assets/..%2f..%2fpackage.json', `${new URL(script).pathname}.br`])
    expect((await fetch(site.url + path)).status, path).toBe(404);
});

it('no response allows other pages to frame it, or to run scripts of others in it', async () => {
  const etag = (await fetch(site.url)).headers.get('etag') ?? '';
  const responses = [
    await fetch(site.url),
    await fetch(`${site.url}/w/halden-freight/production/issues`),
    await fetch(site.url, { headers: { 'if-none-match': etag } }),
    await fetch(script),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 304, 200]);
  for (const { url, headers } of responses) {
    const directives = headers.get('content-security-policy')?.split('; ');
    expect(directives, url).toEqual(
      expect.arrayContaining(["frame-ancestors 'none'", "script-src 'self'", "base-uri 'none'", "form-action 'none'"]),
    );
    expect(headers.get('x-content-type-options'), url).toBe('nosniff');
  }
});

it.each(['/api"><script>alert(1)</script>', '/api&quot;', "/api$'$&$`$$", '/api?a=1&amp;b=<!--'])(
  'the page has the URL of the API %s as the value of an attribute, and is otherwise unchanged',
  async (api) => {
    const files = join(folder, 'page');
    cpSync(join(import.meta.dirname, '../dist'), files, { recursive: true });
    const handle = createConsoleHandler({ api, files });
    const server = await listen((request, response) => handle(request, response, () => response.writeHead(404).end()));
    try {
      const page = await (await fetch(server.url)).text();
      const [tag = '', value = ''] = /<meta name="aispm-api" content="([^"<]*)" \/>/.exec(page) ?? [];
      const decoded = value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
      expect(decoded).toBe(api);
      const original = readFileSync(join(files, 'index.html'), 'utf8');
      expect(page.replace(tag, () => '<meta name="aispm-api" content="" />')).toBe(original);
    } finally {
      server.close();
    }
  },
);

/** Sends a request without decoding the response as `fetch` does. */
function request(url: string, accept: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': accept } }, async (response) =>
      resolve({ headers: response.headers, body: await buffer(response) }),
    ).on('error', reject);
  });
}
