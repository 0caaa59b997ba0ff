/** The web console that the built service serves next to the API. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPostgresUrl } from './databases/databases.ts';
import { type ServingProgram, serveProgram } from './faults/program.ts';

let program: ServingProgram;

beforeAll(async () => {
  program = await serveProgram({ DATABASE_URL: await freshPostgresUrl() });
});
afterAll(() => program?.end());

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

it.each(['/', '/w/halden-freight/production/issues', '/w/a.b/c.d/agents/x.js'])(
  'serves browsers the console at %s, configured for the API of the service',
  async (path) => {
    const response = await fetch(program.origin + path, { headers: BROWSER });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html;charset=utf-8']);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(await response.text()).toContain('<meta name="aispm-api" content="/api/v1" />');
  },
);

it('serves programs the console at the printed URL', async () => {
  const response = await fetch(program.origin, { headers: { accept: '*/*' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html;charset=utf-8']);
});

it('serves the scripts of the console compressed, cacheable for a year', async () => {
  const page = await (await fetch(program.origin, { headers: BROWSER })).text();
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
  const response = await fetch(program.origin + script, { headers: { 'accept-encoding': 'br' } });
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br']);
  expect(response.headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

it.each(['/nothing', '/assets/missing.js', '/api/v1/nothing', '/api/v1'])(
  'serves programs no page at %s',
  async (path) => {
    const response = await fetch(program.origin + path, { headers: { accept: '*/*' } });
    expect(response.status).toBe(404);
  },
);

it('serves no page below the path of the API, even to browsers', async () => {
  const response = await fetch(`${program.baseUrl}/nothing`, { headers: BROWSER });
  expect([response.status, ((await response.json()) as { reason: string }).reason]).toEqual([404, 'not_found']);
});

it('rejects writes to a page', async () => {
  const response = await fetch(program.origin, { method: 'POST', headers: BROWSER });
  expect([response.status, ((await response.json()) as { reason: string }).reason]).toEqual([404, 'not_found']);
});
