import { createMock } from '@aispm/mock';
import { describe, expect, it } from 'vitest';
import { createRouter } from '../dist/http/router.js';
import { mockWithKey, smallContract } from './small-contract.ts';
import { BASE, expectError, mock, ORIGIN, paths, send, TOKEN } from './support.ts';

describe('paths', () => {
  it('are served under the base path of the contract’s servers', async () => {
    expect(mock.basePath).toBe('/api/v1');
    expect((await send(paths.rules)).status).toBe(200);
  });

  it('outside the base path result in 404 with the base path', async () => {
    const response = await mock.fetch(`${ORIGIN}${paths.rules}`, { headers: TOKEN });
    expect((await expectError(response, 404)).message).toContain(mock.basePath);
  });

  it.each(['/nope', '', '/', '/api/v1', `${paths.rules}/`, paths.rule(''), '/aispm-dashboardx'])(
    'that the contract does not have result in 404: %j',
    async (path) => void (await expectError(await send(path), 404)),
  );

  it('start with the base path of a server with variables and a trailing slash', async () => {
    const small = await mockWithKey(smallContract());
    expect(small.basePath).toBe('/beta/v2');
    expect((await small.fetch('http://any/beta/v2/search')).status).toBe(200);
    await expectError(await small.fetch('http://any/search'), 404);
  });

  it('match a literal segment before a parameter', async () => {
    const small = await mockWithKey(smallContract());
    expect(await (await small.fetch('http://any/beta/v2/things/special')).json()).toBe('the special thing');
    expect(await (await small.fetch('http://any/beta/v2/things/other')).json()).toBe('a thing');
  });

  it('may have a comma and other reserved characters in a parameter', async () => {
    const small = await mockWithKey(smallContract());
    const response = await small.fetch(`http://any/beta/v2/things/${encodeURIComponent('a,b/c?d#é%')},x`);
    expect(response.status).toBe(200);
  });

  it('match fixed segments in any encoding, but no trailing slash', () => {
    const find = createRouter(['/c-d/{y}', '/c-d'].map((path) => ({ method: 'get', path })));
    const findTemplate = (path: string) => find(path)?.get('GET')?.path;
    expect(['/%63-d/b', '/c-d', '/c-d/', '/c-d/b/', '//b', '/c*/(b)'].map(findTemplate)).toEqual([
      '/c-d/{y}',
      '/c-d',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('methods', () => {
  it('that the path does not support result in 405 with Allow', async () => {
    const response = await send(paths.rules, { method: 'DELETE' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect((await expectError(response, 405)).message).toContain('DELETE');
  });

  it('include HEAD for every GET, with the same headers and no body', async () => {
    const get = await send(paths.rules);
    const head = await send(paths.rules, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    const length = Buffer.byteLength(await get.text());
    expect([head.headers.get('content-length'), head.headers.get('content-type')]).toEqual([
      String(length),
      'application/json',
    ]);
  });

  it('of a literal path include those of a matching template', async () => {
    const small = await mockWithKey(smallContract());
    const response = await small.fetch('http://any/beta/v2/things/special', { method: 'DELETE' });
    expect(response.status).toBe(204);
  });
});

describe('GET /healthz', () => {
  it('returns 200 without a token, outside the base path', async () => {
    const response = await mock.fetch(`${ORIGIN}/healthz`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok', mock: { accepts_any_key: true } }]);
    await expectError(await mock.fetch(`${BASE}/healthz`), 404);
  });

  it('reports that not every key is accepted if the mock has tokens', async () => {
    const strict = await createMock({ tokens: { alice: { '*': ['*'] } } });
    expect(await (await strict.fetch(`${ORIGIN}/healthz`)).json()).toMatchObject({ mock: { accepts_any_key: false } });
  });

  it('supports only GET and HEAD', async () => {
    const response = await mock.fetch(`${ORIGIN}/healthz`, { method: 'POST' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    await expectError(response, 405);
  });
});
