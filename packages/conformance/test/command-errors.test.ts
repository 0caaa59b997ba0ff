/** Runs that can't start. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TOKEN } from './exchange.ts';
import { run, useEmptyEnvironment } from './run-command.ts';
import { type Server, startServer } from './server.ts';

useEmptyEnvironment();

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('the command', () => {
  const at = (url: string) => ['--base-url', url, '--token', TOKEN];
  it.each<[string, () => string[], RegExp]>([
    ['a missing base URL', () => ['--token', 'x'], /^aispm-conformance: --base-url is missing/],
    ['a missing token', () => ['--base-url', 'http://x.test'], /--token is missing/],
    ['an invalid base URL', () => at('aispm.example.com'), /The base URL must be http\(s\)/],
    ['an unknown flag', () => ['--url', 'x'], /Unknown option '--url'\. See aispm-conformance --help\./],
    [
      'a negative number as a separate argument',
      () => [...at('http://x.test'), '--timeout', '-1'],
      /ambiguous\. See aispm-conformance --help\./,
    ],
    [
      'an unknown operation',
      () => [...at(server.url), '--operations', 'getNothing'],
      /"getNothing" is not an operation of the contract/,
    ],
    [
      'an unknown check',
      () => [...at(server.url), '--checks', 'spelling'],
      /"spelling" is not one of the checks response, /,
    ],
    [
      'a number out of range',
      () => [...at(server.url), '--timeout', '0'],
      /--timeout must be an integer from 1 to 600; got "0"/,
    ],
    [
      'a missing file of known differences',
      () => [...at(server.url), '--known', 'none.json'],
      /The file none\.json \(--known\) cannot be used: there is no such file/,
    ],
    [
      'an unreadable contract',
      () => [...at(server.url), '--contract', 'none.json'],
      /The contract none\.json cannot be used\. There is no such file\./,
    ],
    [
      'a second tenant without a workspace',
      () => [...at(server.url), '--second-tenant', 'x'],
      /--second-tenant and --second-workspace must be used together/,
    ],
    ['--leave-records without --write', () => [...at(server.url), '--leave-records'], /needs --write/],
    ['an unreachable server', () => at('http://127.0.0.1:1/api/v1'), /cannot be reached: .*(ECONNREFUSED|bad port)/],
    ['an unknown token', () => ['--base-url', server.url, '--token', 'x'], /rejects the token/],
    [
      'a tenant without access',
      () => [...at(server.url), '--tenant', 'acme'],
      /has no access to the workspace "production" of the tenant "acme"; select another/,
    ],
    ['a wrong path', () => at(server.url.replace('/v1', '/v2')), /There is no AISPM API at/],
  ])('exits with 2 and one line for %s', async (_, args, message) => {
    const { code, out, err } = await run(args());
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect([code, out]).toEqual([2, '']);
  });

  it('exits with 2 for a server of another site', async () => {
    const site = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<p>Hello</p>'),
    ).listen(0, '127.0.0.1');
    onTestFinished(() => void site.close());
    await once(site, 'listening');
    const { code, err } = await run(at(`http://127.0.0.1:${(site.address() as AddressInfo).port}/api/v1`));
    expect(err).toMatch(/There is no AISPM API at .+ returned 200, text\/html/);
    expect(code).toBe(2);
  });
});
