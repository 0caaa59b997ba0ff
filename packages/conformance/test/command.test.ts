/** Runs of the command. */
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TOKEN } from './exchange.ts';
import { MAX_LIMIT_ARGUMENTS } from './max-limits.ts';
import { quickArguments, run, useEmptyEnvironment } from './run-command.ts';
import { type Server, startServer } from './server.ts';
import { replaceTimeouts } from './timeouts.ts';

useEmptyEnvironment();

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
afterEach(() => {
  server.requests.length = 0;
});

/** Several operations that write, and one that reads. */
const operations = [
  'getRule',
  'createView',
  'deleteView',
  'putClientStorageEntry',
  'updateIssue',
  'runAgentEvaluation',
  'submitScan',
];

describe('the command, for a conforming server,', () => {
  it('prints the verdict and returns 0', async () => {
    const { code, out, err } = await run(quickArguments(server.url));
    expect(out).toMatch(/conforms to version [\d.]+ of the contract: 4 passed, 0 failed/);
    expect([code, err]).toEqual([0, '']);
  });

  it('only reads without --write', async () => {
    const args = ['--base-url', server.url, '--token', TOKEN, '--operations', operations.join(',')];
    const { out } = await run([...args, ...MAX_LIMIT_ARGUMENTS]);
    expect(out).toContain('needs --write');
    expect(server.requests.length).toBeGreaterThan(10);
    expect(server.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it('reads the keys from the environment', async () => {
    const args = quickArguments(server.url).filter((argument) => argument !== '--token' && argument !== TOKEN);
    vi.stubEnv('AISPM_TOKEN', TOKEN);
    onTestFinished(() => void vi.stubEnv('AISPM_TOKEN', undefined));
    expect((await run(args)).code).toBe(0);
  });

  it('prints one line with --quiet', async () => {
    expect((await run([...quickArguments(server.url), '--quiet'])).out.trim().split('\n')).toHaveLength(1);
  });
});

describe('the command with --help', () => {
  it('prints the options and returns 0', async () => {
    const { code, out } = await run(['--help']);
    expect(out).toContain('--second-workspace <id>');
    expect(code).toBe(0);
  });
});

describe('a run', () => {
  it('ends when it has used its requests', async () => {
    const args = ['--base-url', server.url, '--token', TOKEN, '--max-requests', '20'];
    const { code, out } = await run([...args, ...MAX_LIMIT_ARGUMENTS]);
    expect(out).toContain('The run is not complete. The run has used all of its 20 requests (--max-requests).');
    expect(server.requests.length).toBeLessThanOrEqual(20);
    expect(code).toBe(1);
  });

  it('ends after its maximum time when a server does not respond', async () => {
    const { expire, restore } = replaceTimeouts();
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
      restore();
    });
    const silent = await startServer({
      interceptor: async (request, forward) =>
        request.path.startsWith('/aispm-agents') ? forward(request) : undefined,
      onSilence: () => {
        vi.setSystemTime(Date.now() + 1_000);
        expire();
      },
    });
    onTestFinished(() => silent.close());
    const args = ['--base-url', silent.url, '--token', TOKEN, '--concurrency', '1', '--max-time', '3'];
    const { code, out } = await run(args);
    expect(out).toContain('The run has used all of its 3 seconds (--max-time).');
    expect(code).toBe(1);
  });
});
