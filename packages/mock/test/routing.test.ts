import { createMock } from '@aispm/mock';
import { describe, expect, it } from 'vitest';
import { createRouter } from '../dist/router.js';
import { smallContract } from './small-contract.ts';
import { BASE, expectError, mock, ORIGIN, paths, send, TOKEN } from './support.ts';

describe('paths', () => {
  it('are served under the base path of the contract’s servers', async () => {
    expect(mock.basePath).toBe('/api/v1');
    expect((await send(paths.rules)).status).toBe(200);
  });

  it('answer 404 outside of the base path and say where the API is', async () => {
    const response = await mock.fetch(`${ORIGIN}${paths.rules}`, { headers: TOKEN });
    expect((await expectError(response, 404)).message).toContain(mock.basePath);
  });

  it.each(['/nope', '', '/', '/api/v1', `${paths.rules}/`, paths.rule(''), '/aispm-dashboardx'])(
    'answer 404 when the contract does not have them: %j',
    async (path) => void (await expectError(await send(path), 404)),
  );

  it('take the base path from a server with variables and a slash at the end', async () => {
    const small = await createMock({ contract: smallContract() });
    expect(small.basePath).toBe('/beta/v2');
    expect((await small.fetch('http://any/beta/v2/search')).status).toBe(200);
    await expectError(await small.fetch('http://any/search'), 404);
  });

  it('prefer a literal segment to a parameter', async () => {
    const small = await createMock({ contract: smallContract() });
    expect(await (await small.fetch('http://any/beta/v2/things/special')).json()).toBe('the special thing');
    expect(await (await small.fetch('http://any/beta/v2/things/other')).json()).toBe('a thing');
  });

  it('match a parameter that is part of a segment', async () => {
    const small = await createMock({ contract: smallContract() });
    const response = await small.fetch('http://any/beta/v2/files/june.csv');
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/csv', 'a,b\n1,2\n']);
    await expectError(await small.fetch('http://any/beta/v2/files/june.pdf'), 404);
  });

  it('prefer a segment with more literal text to one with less', () => {
    const find = createRouter(['/f/{id}', '/f/{name}.csv', '/f/{a}-{b}.csv'].map((path) => ({ method: 'get', path })));
    const first = (path: string) => find(path)?.methods.get('GET')?.path;
    expect([first('/f/x'), first('/f/x.csv'), first('/f/x-y.csv')]).toEqual([
      '/f/{id}',
      '/f/{name}.csv',
      '/f/{a}-{b}.csv',
    ]);
  });

  it('take a comma and other reserved characters in a parameter for data', async () => {
    const small = await createMock({ contract: smallContract() });
    const response = await small.fetch(`http://any/beta/v2/things/${encodeURIComponent('a,b/c?d#é%')},x`);
    expect(response.status).toBe(200);
  });

  it('are found in a time that does not grow with the number of operations', () => {
    const time = (count: number) => {
      const find = createRouter(Array.from({ length: count }, (_, i) => ({ method: 'get', path: `/r${i}/{a}/x/{b}` })));
      const turns = Array.from({ length: 7 }, () => {
        const start = performance.now();
        for (let i = 0; i < 20_000; i++) if (!find(`/r${i % count}/1/x/2`)) throw new Error('not found');
        return performance.now() - start;
      });
      // The best of several, since something else may run meanwhile.
      return Math.min(...turns);
    };
    expect(time(4000) / time(20)).toBeLessThan(10);
  });
});

describe('methods', () => {
  it('answer 405 with Allow when the path does not have them', async () => {
    const response = await send(paths.rules, { method: 'DELETE' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect((await expectError(response, 405)).message).toContain('DELETE');
  });

  it('include HEAD wherever there is GET: the same headers, no body', async () => {
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

  it('of a literal path include those of a template that matches as well', async () => {
    const small = await createMock({ contract: smallContract() });
    const response = await small.fetch('http://any/beta/v2/things/special', { method: 'DELETE' });
    expect(response.status).toBe(204);
  });
});

describe('GET /healthz', () => {
  it('answers 200 without a token, outside of the base path', async () => {
    const response = await mock.fetch(`${ORIGIN}/healthz`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    await expectError(await mock.fetch(`${BASE}/healthz`), 404);
  });

  it('takes no other method than GET and HEAD', async () => {
    const response = await mock.fetch(`${ORIGIN}/healthz`, { method: 'POST' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    await expectError(response, 405);
  });
});
