import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMock } from '@aispm/mock';
import { freePort } from '@aispm/testing';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { run } from './run-program.ts';
import { smallContract } from './small-contract.ts';
import { BASE, expectDelay, mock, paths, TOKEN } from './support.ts';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'aispm-mock-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
  it('prints its URL, the number of operations and a working curl command', async () => {
    const { text, url } = await start();
    expect(text).toContain(`${mock.operationCount} operations at ${url}`);
    expect(await runSuggested(text)).toBe('200');
  });

  it.each(['{"alice":{"halden-freight":["production"]},"bob":{}}', '{"bob":{}}', '{"carl":{"t1":["w1"]}}'])(
    'suggests a request that a token of the file is allowed to send: %s',
    async (tokens) => {
      const file = join(folder, 'tokens.json');
      writeFileSync(file, tokens);
      expect(await runSuggested((await start('--tokens', file)).text)).toBe('200');
    },
  );

  it('suggests no request if there are no tokens', async () => {
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

  it('stops immediately even if a disconnected client preferred a delay', async () => {
    const { child, ended, url } = await start();
    const signal = AbortSignal.timeout(200);
    await fetch(`${url}${paths.rules}`, { headers: { ...TOKEN, prefer: 'wait=30000' }, signal }).catch(() => undefined);
    // The delay of another mock starts now: a clock that is as slow as the machine.
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

  it('--dynamic generates different records after every start; --seed makes them repeatable', async () => {
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
    const { url } = await start('--base-url', '/v9', '--delay', '20000', '--tokens', tokens);
    expect(url).toMatch(/\/v9$/);
    const get = (token: string, prefer = 'wait=0') =>
      fetch(`${url}${paths.rules}`, { headers: { authorization: `Bearer ${token}`, prefer } });
    expect([(await get('alice')).status, (await get('bob')).status]).toEqual([200, 401]);
    await expectDelay((signal) =>
      fetch(`${url}${paths.rules}`, { headers: { authorization: 'Bearer alice' }, signal }),
    );
  });

  it('--stateful stores created records until a reset', async () => {
    const { url } = await start('--stateful');
    const entry = `${url}/client-storage/users/portal/settings/mine`;
    const headers = { ...TOKEN, 'content-type': 'application/json' };
    expect((await fetch(entry, { method: 'PUT', headers, body: '{"value":{"a":1}}' })).status).toBe(201);
    expect(await (await fetch(entry, { headers })).json()).toMatchObject({ value: { a: 1 } });
    expect((await fetch(new URL('/__mock/reset', url), { method: 'POST' })).status).toBe(204);
    expect((await fetch(entry, { headers })).status).toBe(404);
  });

  it('--state continues after a restart, including the last request', async () => {
    const file = join(folder, 'state.json');
    const first = await start('--state', file);
    const [issue] = (
      (await (
        await fetch(`${first.url}/issues/tenants/halden-freight/workspaces/production?status=open`, { headers: TOKEN })
      ).json()) as {
        items: { issue_id: string }[];
      }
    ).items;
    const path = `issues/tenants/halden-freight/workspaces/production/${issue?.issue_id}`;
    const headers = { ...TOKEN, 'content-type': 'application/json' };
    const body = JSON.stringify({ assignee: 'ann@acme.example' });
    expect((await fetch(`${first.url}/${path}`, { method: 'PATCH', headers, body })).status).toBe(200);
    first.child.kill('SIGTERM');
    await first.ended;
    const second = await start('--state', file);
    expect(await (await fetch(`${second.url}/${path}`, { headers: TOKEN })).json()).toMatchObject({
      assignee: 'ann@acme.example',
    });
  });

  it('--no-control and --control-token protect the control API', async () => {
    const closed = await start('--no-control');
    expect((await fetch(new URL('/__mock/requests', closed.url))).status).toBe(404);
    const { url } = await start('--control-token', 'secret');
    const requests = new URL('/__mock/requests', url);
    expect((await fetch(requests)).status).toBe(401);
    expect((await fetch(requests, { headers: { 'x-mock-token': 'secret' } })).status).toBe(200);
  });
});

describe('aispm-mock', () => {
  it('exits with status 1 and one line of error output', async () => {
    const { code, stdout, stderr } = await run(CLI, ['--prot', '4010']).ended;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^aispm-mock: [^\n]*--prot[^\n]*\n$/);
  });

  it('exits with status 1 and the number of a port that is in use', async () => {
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
