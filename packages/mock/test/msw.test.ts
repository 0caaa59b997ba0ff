import { createMock } from '@aispm/mock';
import { handlers, mockOperation, SettingError, type Tokens, TokensError } from '@aispm/mock/msw';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BASE, expectError, paths, TOKEN } from './support.ts';

/** Starts an MSW server for the rest of the test. */
function start(...list: Parameters<typeof setupServer>) {
  const server = setupServer(...list);
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());
  return server;
}

const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers: { ...TOKEN, ...headers } });

describe('the MSW handlers', () => {
  it('respond to the global fetch', async () => {
    start(...handlers());
    const response = await get(`${BASE}${paths.rules}?page_size=2`);
    expect(response.status).toBe(200);
    expect(((await response.json()) as { items: unknown[] }).items).toHaveLength(2);
  });

  it('respond to invalid requests with errors', async () => {
    start(...handlers());
    await expectError(await fetch(`${BASE}${paths.rules}`), 401);
    await expectError(await get(`${BASE}${paths.rules}?page_size=0`), 400);
    await expectError(await get(`${BASE}/no/such/path`), 404);
    await expectError(await fetch(`${BASE}${paths.rules}`, { method: 'PUT', headers: TOKEN }), 405);
    const malformed = {
      method: 'POST',
      headers: { ...TOKEN, 'content-type': 'application/json' },
      body: '{"agent_id":',
    };
    await expectError(await fetch(`${BASE}${paths.agentEvaluations}`, malformed), 400);
  });

  it('return the response that Prefer selects', async () => {
    start(...handlers());
    await expectError(await get(`${BASE}${paths.rules}`, { prefer: 'code=429' }), 429);
  });

  it('pass other requests to MSW', async () => {
    start(...handlers());
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => error.mockRestore());
    await expect(fetch('http://mock.test/elsewhere')).rejects.toThrow();
    // Only MSW reports this; a request that isn't intercepted also fails, because the host doesn't exist.
    expect(error).toHaveBeenCalledWith(expect.stringContaining('http://mock.test/elsewhere'));
  });

  it('pass requests to other origins to MSW when the base URL has an origin', async () => {
    start(...handlers({ baseUrl: 'https://aispm.example.com/v9' }));
    expect((await get(`https://aispm.example.com/v9${paths.rules}`)).status).toBe(200);
    await expect(get(`https://other.example.com/v9${paths.rules}`)).rejects.toThrow();
  });

  it('give precedence to handlers that are added later', async () => {
    const server = start(...handlers());
    server.use(http.get(`${BASE}${paths.rules}`, () => HttpResponse.json({ items: [] })));
    expect(await (await get(`${BASE}${paths.rules}`)).json()).toEqual({ items: [] });
  });

  it('store created records until a reset, with state', async () => {
    start(...handlers({ stateful: true }));
    const created = await fetch(`${BASE}${paths.agentEvaluations}`, {
      method: 'POST',
      headers: { ...TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({ agent_id: 'a1', evaluation_id: 'e1', schedule: 'weekly' }),
    });
    expect(created.status).toBe(201);
    const record = `${BASE}${paths.agentEvaluations}/${((await created.json()) as { id: string }).id}`;
    expect((await get(record)).status).toBe(200);
    expect((await fetch('http://mock.test/__mock/reset', { method: 'POST' })).status).toBe(204);
    expect((await get(record)).status).toBe(404);
  });

  it('reject invalid options immediately', () => {
    expect(() => handlers({ delayMs: -1 })).toThrow(SettingError);
    expect(() => handlers({ baseUrl: 'nowhere' })).toThrow(SettingError);
    expect(() => handlers({ chaos: 'eror=20%' })).toThrow(SettingError);
    expect(() => handlers({ stateFile: 'state.json' } as object)).toThrow(/There is no option stateFile\. /);
    expect(() => handlers({ statefull: true } as object)).toThrow(
      'There is no option statefull. Did you mean stateful?',
    );
    expect(() => handlers({ control: { token: '' } })).toThrow(SettingError);
    expect(() => handlers({ tokens: { 'token-a': { t1: 'w1' } } as unknown as Tokens })).toThrow(TokensError);
  });

  it('report to each request why the mock could not be created', async () => {
    const list = handlers({
      seed() {
        throw new Error('The seed has no luck.');
      },
    });
    // No request is sent until another mock is complete: an unhandled rejection would end the process and fail the tests.
    await createMock();
    await new Promise(setImmediate);
    start(...list);
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    for (let i = 0; i < 2; i++) {
      const response = await get(`${BASE}${paths.rules}`);
      expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('has no luck')]);
    }
  });
});

describe('mockOperation', () => {
  const requestRules = (headers: Record<string, string> = {}) => get(`${BASE}${paths.rules}?page_size=2`, headers);

  it('replaces a response of the other handlers, once or until the handlers are reset', async () => {
    const server = start(...handlers());
    server.use(mockOperation('listRules', { status: 503 }));
    server.use(mockOperation({ metadata: { id: 'listRules' } } as const, { status: 429, once: true }));
    const first = await requestRules();
    expect(first.headers.get('retry-after')).toMatch(/^\d+$/);
    await expectError(first, 429);
    await expectError(await requestRules(), 503);
    await expectError(await requestRules(), 503);
    expect((await get(`${BASE}${paths.rules}/x`)).status).toBe(200);
    server.resetHandlers();
    expect((await requestRules()).status).toBe(200);
  });

  it('passes a request to the other handlers when its function returns nothing', async () => {
    const server = start(...handlers());
    server.use(
      mockOperation('listRules', ({ query }) => (query.page_size === 1 ? { status: 500, once: true } : undefined)),
    );
    expect((await requestRules()).status).toBe(200);
    await expectError(await get(`${BASE}${paths.rules}?page_size=0`), 400);
    await expectError(await get(`${BASE}${paths.rules}?page_size=1`), 500);
    expect((await get(`${BASE}${paths.rules}?page_size=1`)).status).toBe(200);
  });

  it('applies to its base URL', async () => {
    const baseUrl = 'https://api.example.com/v9';
    const server = start(...handlers({ baseUrl }));
    server.use(mockOperation('listRules', { status: 500 }, { baseUrl }));
    await expectError(await get(`${baseUrl}${paths.rules}`), 500);
    expect((await get(`${baseUrl}${paths.rules}/x`)).status).toBe(200);
    expect(() => mockOperation('listRules', { status: 500 }, { baseUrl: 'nope' })).toThrow(SettingError);
  });

  it('explains why a response is rejected', async () => {
    const server = start(...handlers());
    server.use(mockOperation('listRules', { status: 418 } as unknown as { status: 500 }));
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    // The client may repeat the request.
    for (let i = 0; i < 2; i++) {
      const response = await requestRules();
      expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('status must be one')]);
    }
    server.use(mockOperation('listRules', () => ({ status: 418 }) as unknown as { status: 500 }));
    const { message } = await expectError(await requestRules(), 500);
    expect(message).toContain('status must be one');
  });
});
