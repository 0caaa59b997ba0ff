/** The built command in its own process. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quickArguments, start } from './run-command.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('the built command', () => {
  it('exits with 0 after a run without failures', async () => {
    const { code, out, err } = await start(quickArguments(server.url));
    expect(out).toContain('4 passed, 0 failed');
    expect([code, err]).toEqual([0, '']);
  });

  it('exits with 1 after a run with failures', async () => {
    const broken = await startServer({
      interceptor: async (request, forward) => ({ ...(await forward(request)), status: 203 }),
    });
    try {
      const { code, out, err } = await start(quickArguments(broken.url));
      expect(out).toContain('does not conform');
      expect([code, err]).toEqual([1, '']);
    } finally {
      await broken.close();
    }
  });

  it('exits with 2 and prints one line when it cannot examine the server', async () => {
    const { code, out, err } = await start([...quickArguments(server.url), '--token', 'unknown']);
    expect(err).toMatch(/^aispm-conformance: .* rejects the token: .*\n$/);
    expect([code, out]).toEqual([2, '']);
  });
});
