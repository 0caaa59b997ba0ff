import { describe, expect, it } from 'vitest';
import { BASE, mock, operations, paths, send } from './support.ts';

const ORIGIN = 'https://console.example.com';
const list = (header: string | null) => (header ?? '').split(', ');

describe('a preflight', () => {
  const preflight = (path: string, method: string) =>
    mock.handle({
      method: 'OPTIONS',
      url: `${mock.basePath}${path}`,
      headers: {
        origin: ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,prefer',
      },
    });

  it('succeeds without a token and lists the origin, the methods and the headers', async () => {
    const { status, headers, body } = await preflight(paths.rules, 'GET');
    expect([status, body]).toEqual([204, undefined]);
    expect(headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'authorization,prefer',
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    });
    expect(headers).not.toHaveProperty('content-type');
  });

  it.each([
    [paths.rules, 'DELETE'],
    ['/nope', 'GET'],
  ])('allows the request, so that the page gets the error of %s %s', async (path, method) => {
    const { headers } = await preflight(path, method);
    expect(list(headers['access-control-allow-methods'] ?? null)).toContain(method);
  });
});

describe('a response', () => {
  it.each([
    ['a success', paths.rules, 200],
    ['an error', '/nope', 404],
  ])('to another origin allows it and lists the headers that a page may read: %s', async (_, path, status) => {
    const response = await send(path, { headers: { origin: ORIGIN } });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(response.headers.get('vary')).toBe('Origin');
    const exposed = list(response.headers.get('access-control-expose-headers'));
    const declared = operations.flatMap(({ responses }) => responses.flatMap(({ headers = [] }) => headers));
    expect(declared.length).toBeGreaterThan(0);
    expect(exposed).toEqual(expect.arrayContaining(declared.map(({ name }) => name)));
    expect(exposed).toEqual(expect.arrayContaining(['Allow', 'WWW-Authenticate', 'X-Request-Id']));
    expect(exposed).not.toContain('*');
  });

  it('without an origin has Vary: Origin, so that caches distinguish origins', async () => {
    const response = await mock.fetch(`${BASE}${paths.rules}`);
    expect(response.headers.get('vary')).toBe('Origin');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});
