import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createMock } from '@aispm/mock';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { smallContract } from './small-contract.ts';
import { mock, paths, send, TOKEN } from './support.ts';

const contractFile = createRequire(import.meta.url).resolve('@aispm/spec/openapi.json');
const digest = createHash('sha256').update(readFileSync(contractFile)).digest('hex');

describe('X-Contract-Digest', () => {
  const url = (path: string) => `${mock.basePath}${path}`;
  it.each([
    ['a success', { method: 'GET', url: url(paths.rules), headers: TOKEN }, 200],
    ['HEAD', { method: 'HEAD', url: url(paths.rules), headers: TOKEN }, 200],
    ['a preferred example', { method: 'GET', url: url(paths.rules), headers: { ...TOKEN, prefer: 'code=429' } }, 429],
    ['a request without a token', { method: 'GET', url: url(paths.rules), headers: {} }, 401],
    ['an invalid parameter', { method: 'GET', url: url(`${paths.rules}?page_size=x`), headers: TOKEN }, 400],
    ['an unknown method', { method: 'DELETE', url: url(paths.rules), headers: TOKEN }, 405],
    ['an unknown path', { method: 'GET', url: '/nope', headers: {} }, 404],
    ['a health check', { method: 'GET', url: '/healthz', headers: {} }, 200],
    [
      'a preflight',
      {
        method: 'OPTIONS',
        url: url(paths.rules),
        headers: { origin: 'http://a', 'access-control-request-method': 'GET' },
      },
      204,
    ],
  ])('is the SHA-256 of the bundle on %s, also when the response is cached', async (_, request, status) => {
    for (let attempt = 0; attempt < 2; attempt++) {
      const response = await mock.handle(request);
      expect([response.status, response.headers['x-contract-digest']]).toEqual([status, digest]);
    }
  });

  it('is on the response to malformed HTTP', async () => {
    const running = await mock.listen({ port: 0 });
    try {
      const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
      socket.end('nonsense\r\n\r\n');
      const response = await text(socket);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toContain(`x-contract-digest: ${digest}\r\n`);
    } finally {
      await running.close();
    }
  });

  it('is readable by scripts of other origins', async () => {
    const { headers } = await send(paths.rules, { headers: { origin: 'https://console.example.com' } });
    expect(headers.get('access-control-expose-headers')?.split(', ')).toContain('X-Contract-Digest');
  });

  it('differs for another contract, and is the same for its object and its files in JSON and YAML', async () => {
    const other = { ...smallContract(), info: { title: 'Other', version: '1' } };
    const file = join(mkdtempSync(join(tmpdir(), 'aispm-mock-')), 'other.json');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    writeFileSync(file, JSON.stringify(other));
    const yaml = file.replace('json', 'yaml');
    writeFileSync(yaml, stringify(other));
    const [small, ...others] = await Promise.all(
      [smallContract(), other, file, yaml].map(async (given) => (await createMock({ contract: given })).contractDigest),
    );
    expect(small).toMatch(/^[0-9a-f]{64}$/);
    expect(others[0]).not.toBe(small);
    expect(new Set(others).size).toBe(1);
  });
});
