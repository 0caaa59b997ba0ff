import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMock } from '@aispm/mock';
import { freePort } from '@aispm/testing';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { main } from '../dist/command.js';
import { run } from './run-program.ts';
import { smallContract } from './small-contract.ts';
import { BASE, mock, paths, TOKEN } from './support.ts';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'aispm-mock-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PETSTORE = join(folder, 'petstore.json');
writeFileSync(PETSTORE, JSON.stringify({ openapi: '3.0.3', info: { title: 'Pet Store', version: '1' }, paths: {} }));

const start = async (...args: string[]) => {
  const program = run(CLI, ['--port', '0', ...args]);
  const text = await program.printed(/Ctrl-C/);
  return { ...program, text, url: /http:\S+/.exec(text)?.[0] ?? '' };
};

/** Runs the `curl` command that the mock prints, and returns the status of the response. */
async function runSuggested(text: string): Promise<string | undefined> {
  const command = /^ +(curl .*)$/m.exec(text)?.[1];
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -sS -m 5 -w '\n%{http_code}'`]);
  return stdout.split('\n').at(-1);
}

describe('aispm-mock', () => {
  it('prints its URL, the number of operations and a curl command that works', async () => {
    const { text, url } = await start();
    expect(text).toContain(`${mock.operationCount} operations at ${url}`);
    expect(await runSuggested(text)).toBe('200');
  });

  it.each(['{"alice":{"halden-freight":["production"]},"bob":{}}', '{"bob":{}}', '{"carl":{"t1":["w1"]}}'])(
    'suggests a request that a token of the file may send: %s',
    async (tokens) => {
      const file = join(folder, 'tokens.json');
      writeFileSync(file, tokens);
      expect(await runSuggested((await start('--tokens', file)).text)).toBe('200');
    },
  );

  it('suggests no request when there are no tokens', async () => {
    const file = join(folder, 'tokens.json');
    writeFileSync(file, '{}');
    expect((await start('--tokens', file)).text).not.toContain('curl');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'exits with status 0 on %s, even with a keep-alive connection',
    async (signal) => {
      const { child, ended, url } = await start();
      await (await fetch(`${url}${paths.rules}`, { headers: TOKEN })).text();
      child.kill(signal);
      expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    },
  );

  it('stops at once although a disconnected client preferred a delay', async () => {
    const { child, ended, url } = await start();
    const signal = AbortSignal.timeout(200);
    await fetch(`${url}${paths.rules}`, { headers: { ...TOKEN, prefer: 'wait=30000' }, signal }).catch(() => undefined);
    // The delay of another mock, which begins now, is a clock that is as slow as the machine.
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const delayed = mock.fetch(`${BASE}${paths.rules}`, {
      headers: { ...TOKEN, prefer: 'wait=15000' },
      signal: abort.signal,
    });
    child.kill('SIGTERM');
    expect(await Promise.race([ended, delayed.catch(() => undefined)])).toMatchObject({ code: 0 });
  });

  it('--quiet prints nothing', async () => {
    const port = await freePort();
    const program = run(CLI, ['--quiet', '--port', String(port)]);
    const isUp = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isUp).toBe(true);
    program.child.kill('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('--dynamic generates records, others after each start; --seed makes them repeatable', async () => {
    const get = async (url: string) => (await fetch(`${url}${paths.agents}`, { headers: TOKEN })).text();
    const { url } = await start('--dynamic');
    const { url: other } = await start('--scenario', 'generated', '--rows', '3');
    expect(await get(url)).toBe(await get(url));
    expect(await get(url)).not.toBe(await get(other));
    expect(JSON.parse(await get(other)).items).toHaveLength(3);
    const { url: seeded } = await start('--dynamic', '--seed', 'one');
    const generate = async (seed: string) => {
      const { fetch } = await createMock({ dynamic: true, seed });
      return (await fetch(`${BASE}${paths.agents}`, { headers: TOKEN })).text();
    };
    const body = await get(seeded);
    expect([body === (await generate('one')), body === (await generate('two'))]).toEqual([true, false]);
  });

  it('--contract serves a revision of the contract', async () => {
    const file = join(folder, 'small.json');
    writeFileSync(file, JSON.stringify(smallContract()));
    const { url } = await start('--contract', file);
    expect((await fetch(`${url}/search`, { headers: TOKEN })).status).toBe(200);
  });

  it('--base-url, --delay and --tokens change the base path, the duration and the access of tokens', async () => {
    const tokens = join(folder, 'tokens.json');
    writeFileSync(tokens, '{"alice":{"t1":["w1"]}}');
    const { url } = await start('--base-url', '/v9', '--delay', '300', '--tokens', tokens);
    expect(url).toMatch(/\/v9$/);
    const begin = performance.now();
    const get = (token: string) => fetch(`${url}${paths.rules}`, { headers: { authorization: `Bearer ${token}` } });
    expect([(await get('alice')).status, (await get('bob')).status]).toEqual([200, 401]);
    expect(performance.now() - begin).toBeGreaterThan(590);
  });

  it('--stateful stores what is created until it is reset', async () => {
    const { url } = await start('--stateful');
    const entry = `${url}/client-storage/users/portal/settings/mine`;
    const headers = { ...TOKEN, 'content-type': 'application/json' };
    expect((await fetch(entry, { method: 'PUT', headers, body: '{"value":{"a":1}}' })).status).toBe(201);
    expect(await (await fetch(entry, { headers })).json()).toMatchObject({ value: { a: 1 } });
    expect((await fetch(new URL('/__mock/reset', url), { method: 'POST' })).status).toBe(204);
    expect((await fetch(entry, { headers })).status).toBe(404);
  });

  it('--no-control and --control-token protect the paths that control the mock', async () => {
    const closed = await start('--no-control');
    expect((await fetch(new URL('/__mock/requests', closed.url))).status).toBe(404);
    const { url } = await start('--control-token', 'secret');
    const requests = new URL('/__mock/requests', url);
    expect((await fetch(requests)).status).toBe(401);
    expect((await fetch(requests, { headers: { 'x-mock-token': 'secret' } })).status).toBe(200);
  });

  it('--help describes every flag', async () => {
    const { code, stdout } = await run(CLI, ['--help']).ended;
    expect(code).toBe(0);
    const accepted = [
      'port',
      'host',
      'base-url',
      'contract',
      'dynamic',
      'seed',
      'delay',
      'chaos',
      'tokens',
      'stateful',
      'no-control',
      'control-token',
      'quiet',
      'help',
    ];
    for (const flag of accepted) expect(stdout).toContain(`--${flag}`);
  });
});

describe('aispm-mock exits with status 1 and an error of one line', () => {
  it('as a program', async () => {
    const { code, stdout, stderr } = await run(CLI, ['--prot', '4010']).ended;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^aispm-mock: [^\n]*--prot[^\n]*\n$/);
  });

  // The rest of the program, without the start of a process for each.
  it.each([
    ['an unexpected argument', ['4010'], /4010/],
    ['a port that is not a number', ['--port', 'http'], /--port must be a number from 0 to 65535; got "http"/],
    ['a port that is too large', ['--port', '65536'], /65536/],
    ['a flag without its value', ['--port'], /--port/],
    [
      'a negative number as another argument',
      ['--delay', '-1'],
      /'--delay' argument is ambiguous\. See aispm-mock --help\.\n$/,
    ],
    ['a negative delay', ['--delay=-1'], /--delay must be .*; got "-1"/],
    ['a file for the state of a mock without state', ['--state', 'x', '--no-stateful'], /--state contradicts/],
    ['a delay that is too long', ['--delay', '30001'], /--delay must be .* from 0 to 30000; got "30001"/],
    ['a token of a disabled control', ['--no-control', '--control-token', 'x'], /--control-token contradicts/],
    ['an invalid token of the control', ['--control-token', 'a b'], /token of control must be/],
    ['an invalid base URL', ['--base-url', 'v1'], /base URL must be .*; got "v1"/],
    ['a missing token file', ['--tokens', 'none.json'], /none\.json cannot be used: the file does not exist/],
    ['a missing contract', ['--contract', 'none.yaml'], /none\.yaml cannot be used: the file does not exist/],
    [
      'the contract of another API',
      ['--contract', PETSTORE],
      /isn't a revision of the AISPM contract \(it must be OpenAPI 3\.1, .* use Prism, "npx/,
    ],
    ['an address of another machine', ['--host', '192.0.2.1'], /Cannot listen on 192\.0\.2\.1/],
  ])('on %s', async (_, args, message) => {
    const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => {
      stdout.mockRestore();
      stderr.mockRestore();
    });
    const code = await main(args);
    const [printed, errors] = [stdout, stderr].map(({ mock: { calls } }) => calls.map(([text]) => text).join(''));
    expect([code, printed]).toEqual([1, '']);
    expect(errors).toMatch(/^aispm-mock: [^\n]+\n$/);
    expect(errors).toMatch(message);
  });

  it('on a port that is in use, which it names', async () => {
    const server = await mock.listen({ port: 0 });
    const { port } = new URL(server.url);
    const { code, stderr } = await run(CLI, ['--port', port]).ended;
    await server.close();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^aispm-mock: Port ${port} .* is in use[.] [^\n]*--port[^\n]*\n$`)),
    ]);
  });
});
