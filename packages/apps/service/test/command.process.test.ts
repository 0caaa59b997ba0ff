/** The program `aispm-service`, as processes. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { freshPostgresUrl } from './databases/databases.ts';
import { CLI, runHere, runProcess } from './run-command.ts';
import { TIMEOUT_MS } from './timeouts.ts';

const folder = mkdtempSync(join(tmpdir(), 'aispm-service-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a server, and waits until it listens. */
async function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [CLI], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', ...environment },
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await expect.poll(() => text).toContain('listens at');
  return {
    text: () => text,
    baseUrl: /listens at (\S+)/.exec(text)?.[1] ?? '',
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Sends half of a body, and goes. */
async function abandon(baseUrl: string, key: string) {
  const { hostname, port, pathname } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  const head = [
    `PUT ${pathname}/client-storage/users/console/ns/abandoned HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Content-Length: 100',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n{"value"`);
  await once(socket.resume(), 'close');
}

/** Starts a run of an attached evaluation of the demo, and waits for its end. */
async function runEvaluation(baseUrl: string, headers: Record<string, string>, name: string) {
  // biome-ignore lint/suspicious/noExplicitAny: responses of many operations
  const get = async (path: string): Promise<any> => (await fetch(`${baseUrl}/eval/${path}`, { headers })).json();
  const scope = 'tenants/halden-freight/workspaces/production';
  const attached = await get(`agent-evaluations/${scope}?name=${encodeURIComponent(name)}`);
  const address = `${baseUrl}/eval/agent-evaluations/${scope}/${attached.items[0].id}/run`;
  const run = (await (await fetch(address, { method: 'POST', headers })).json()) as { id: string };
  const read = () => get(`evaluation-runs/${scope}/${run.id}`);
  await expect.poll(async () => (await read()).finished_at, { timeout: TIMEOUT_MS }).not.toBeNull();
  return read();
}

/** Runs the commands of the README, and returns their output. */
async function runReadme(key: string, baseUrl: string) {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const commands = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text);
  const script = commands.find((text) => text.startsWith("key='aispm_…'"));
  const own = script?.replace('aispm_…', key).replace('http://127.0.0.1:4030/api/v1', baseUrl);
  const { stdout } = await promisify(execFile)('sh', ['-euc', own ?? 'false']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { items?: unknown[] });
}

describe('aispm-service', { timeout: 400_000 }, () => {
  it('--version shows the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
    expect(await runProcess(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('exits with the code of the command', async () => {
    const { code, out, err } = await runProcess(['keys', 'create', '--workspace', 'w']);
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(/^aispm-service: .*requires a tenant.*\n$/)]);
  });

  it('ends silently, like a broken pipe, when the reader of its output ends early', async () => {
    const child = spawn(process.execPath, [CLI, '--help'], { env: { PATH: process.env.PATH } });
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const [code] = await once(child, 'close');
    expect([code, err]).toEqual([141, '']);
  });

  it('creates a demo at the first start, shows its key once, and keeps its data after a restart', {
    tags: ['nightly'],
  }, async () => {
    const environment = { DATA_DIR: join(folder, 'data') };
    const first = await start(environment);
    const key = /^ {2}(aispm_\S+)$/m.exec(first.text())?.[1] ?? '';
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const issues = `${first.baseUrl}/issues/tenants/halden-freight/workspaces/production`;
    expect(first.text()).toContain(issues);
    const { port } = new URL(first.baseUrl);
    const consoleUrl = /^Its console is at (\S+)$/m.exec(first.text())?.[1] ?? '';
    expect(consoleUrl).toBe(`http://127.0.0.1:${port}/`);
    const page = await fetch(consoleUrl, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    for (const [code, settings, reason] of [
      [
        2,
        { DATABASE_URL: await freshPostgresUrl(), PORT: port },
        `Cannot listen on 127.0.0.1, port ${port}: another process is using it.`,
      ],
      [1, { ...environment, PORT: '0' }, `Another process uses the data folder ${environment.DATA_DIR}.`],
      [1, { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/none' }, 'The database cannot be reached: '],
    ] as const) {
      const rejected = await runHere([], { LOG_LEVEL: 'silent', ...settings });
      expect([rejected.code, rejected.out]).toEqual([code, '']);
      expect(rejected.err.trim().split('\n')).toEqual([expect.stringContaining(reason)]);
    }
    const dashboard = await fetch(`${first.baseUrl}/aispm-dashboard`, { headers });
    expect(await dashboard.json()).toMatchObject({
      aispm_objects_top_issues: [{ rule_id: 'mcp-server-without-auth' }, {}, {}],
    });
    const responses = await runReadme(key, first.baseUrl);
    expect(responses.map(({ items }) => items?.length)).toEqual([undefined, undefined, undefined, 1, 1]);
    expect(responses[0]).toHaveProperty('aispm_objects_top_issues');
    expect(responses[1]).toMatchObject({
      rule_id: 'mcp-server-without-auth',
      remediation: { steps: expect.any(Array) },
    });
    expect(responses[2]).toMatchObject({ aispm_friendly_name: 'Customs Gateway' });
    expect(JSON.stringify(responses[4])).toContain('mcp.json');
    expect(await runEvaluation(first.baseUrl, headers, 'Prompt injection')).toMatchObject({ status: 'completed' });
    const entry = '/client-storage/users/console/ns/kept';
    const body = JSON.stringify({ value: { kept: true } });
    expect((await fetch(first.baseUrl + entry, { method: 'PUT', headers, body })).status).toBe(201);
    expect(await first.stop()).toBe(0);

    const second = await start(environment);
    expect(second.text()).not.toContain('aispm_');
    expect(await (await fetch(second.baseUrl + entry, { headers })).json()).toMatchObject({ value: { kept: true } });
    // The agents of the demo are at another port now.
    expect(await runEvaluation(second.baseUrl, headers, 'Does the chat')).toMatchObject({ status: 'completed' });
    expect(await second.stop()).toBe(0);
  });

  it('creates, lists and revokes keys, as a database user with few privileges', async () => {
    const url = new URL(await freshPostgresUrl('empty'));
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    // As an administrator prepares it: the role exists, and the user may not create roles.
    await admin.query(
      `CREATE ROLE plain LOGIN; GRANT aispm_request TO plain; GRANT CREATE ON DATABASE ${url.pathname.slice(1)} TO plain; GRANT CREATE ON SCHEMA public TO plain`,
    );
    await admin.end();
    url.username = 'plain';
    const environment = { DATABASE_URL: url.href, DEMO: 'false' };
    const created = await runProcess(
      ['keys', 'create', '--tenant', 't', '--workspace', 'a', '--workspace', 'u/b', '--user', 'ann'],
      environment,
    );
    const key = created.out.trim();
    expect([created.code, key]).toEqual([0, expect.stringMatching(/^aispm_\S+$/)]);
    const keyId = key.split('_')[1] as string;
    expect((await runHere(['keys', 'list'], environment)).out).toBe(
      `${keyId}  Command line  admin  ann  valid, last used never: t/a (default), u/b\n`,
    );
    expect((await runHere(['keys', 'list', '--tenant', 'u'], environment)).out).toContain(keyId);
    expect(await runHere(['keys', 'list', '--tenant', 'v'], environment)).toEqual({ code: 0, out: '', err: '' });
    const server = await start({ ...environment, LOG_LEVEL: 'trace' });
    const request = (path: string) => fetch(server.baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
    const response = await request('/rules/tenants/u/workspaces/b');
    expect(response.status).toBe(200);
    expect((await request('/rules/tenants/t/workspaces/b')).status).toBe(403);
    expect((await request('/aispm-dashboard')).status).toBe(200);
    // As other APIs accept keys: a mistake mustn't write the key to the log.
    for (const path of ['/aispm-dashboard', '/nothing', '/%ff', '/views/%00', '']) {
      expect((await request(`${path}?access_token=${key}`)).status).toBeGreaterThanOrEqual(400);
    }
    await abandon(server.baseUrl, key);
    expect((await runHere(['keys', 'revoke', keyId], environment)).code).toBe(0);
    expect((await runHere(['keys', 'revoke', keyId], environment)).code).toBe(2);
    await expect.poll(async () => (await request('/aispm-dashboard')).status).toBe(401);
    expect((await runHere(['keys', 'list'], environment)).out).toMatch(/revoked \d{4}.*last used \d{4}/);
    expect(await server.stop()).toBe(0);
    // Logs contain the request identifier, and never the key.
    expect(server.text()).toContain(response.headers.get('x-request-id'));
    expect(server.text()).not.toContain(key.slice(-20));
    // A client that has gone is no failure of the service.
    expect(server.text()).toContain('/ns/abandoned');
    expect(server.text()).not.toContain('"level":50');
  });

  it('sends spans to the configured collector, and continues the trace of the caller', async () => {
    const received: string[] = [];
    const collector = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        received.push(body);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await once(collector.listen(0, '127.0.0.1'), 'listening');
    const { port } = collector.address() as AddressInfo;
    const server = await start({
      DATABASE_URL: await freshPostgresUrl(),
      DEMO: 'false',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await fetch(`${server.baseUrl}/aispm-dashboard`, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
    expect(await server.stop()).toBe(0);
    await promisify(collector.close.bind(collector))();
    const spans = received
      .flatMap((body) => JSON.parse(body).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans);
    expect(spans).toMatchObject([{ name: 'getAispmDashboard', traceId, parentSpanId: 'b7ad6b7169203331' }]);
    expect(JSON.stringify(spans[0].attributes)).toContain('401');
  });
});
