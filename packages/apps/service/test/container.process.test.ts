/**
 * The commands, variables and health checks of the Dockerfile and compose.yaml, as plain processes: no containers are needed.
 *
 * @module-tag long
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@aispm/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type PostgresServer, startPostgres } from './databases/postgres-server.ts';

const PACKAGE = join(import.meta.dirname, '..');
/** With every character that has a meaning in a URL. */
const PASSWORD = 'p@ss/w#rd?%41:&=+ [x]';

interface ComposeService {
  environment: Record<string, string | number>;
  command?: string[];
  healthcheck?: { test: string[] };
  ports: string[];
}

/** Replaces `${NAME}`, `${NAME:?message}` and `${NAME:-default}`, as Compose does. */
function interpolate(text: string, variables: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, operator, rest) => {
    const value = variables[name] || (operator === '-' ? rest : undefined);
    if (value === undefined) throw new Error(`${name}: ${rest}`);
    return value;
  });
}

const dockerfile = readFileSync(join(PACKAGE, 'Dockerfile'), 'utf8');
const composeText = readFileSync(join(PACKAGE, 'compose.yaml'), 'utf8');

/** Returns the list in JSON after an instruction of the Dockerfile. */
function instruction(name: string): string[] {
  return JSON.parse(new RegExp(`^${name} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? 'null');
}

let folder: string;
let image: string;
let server: PostgresServer;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aispm-service-container-'));
  // The files at the paths of the image.
  image = join(folder, 'image');
  mkdirSync(join(image, 'packages/apps'), { recursive: true });
  symlinkSync(PACKAGE, join(image, 'packages/apps/service'));
  server = await startPostgres(folder, { fsync: 'off', password_encryption: 'scram-sha-256' });
  const admin = new pg.Client({ connectionString: `${server.url}/postgres` });
  await admin.connect();
  // As the image of PostgreSQL does with POSTGRES_USER, POSTGRES_PASSWORD and POSTGRES_DB.
  await admin.query(`CREATE ROLE aispm SUPERUSER LOGIN PASSWORD ${admin.escapeLiteral(PASSWORD)}`);
  await admin.query('CREATE DATABASE aispm OWNER aispm');
  await admin.end();
  await server.requirePasswords();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command at the root of the image, with the environment of a service and of the Dockerfile. */
function runIn(service: ComposeService, [program = '', ...args]: string[]) {
  const settings = Object.entries(service.environment).map(([name, value]) => [
    name,
    // Names of services are hosts in the network of Compose.
    String(value).replace('@database/', `@${new URL(server.url).host}/`),
  ]);
  const defaults =
    /^ENV (.*)$/m
      .exec(dockerfile)?.[1]
      ?.split(' ')
      .map((entry) => entry.split('=')) ?? [];
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: image,
    env: { PATH: process.env.PATH, DEMO: 'false', ...Object.fromEntries(defaults), ...Object.fromEntries(settings) },
  });
  running.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output.text += chunk;
    });
  }
  return { child, output };
}

it('serve and work with any password and port, and their health checks follow them', async () => {
  const [port, workerPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const text = interpolate(composeText, { POSTGRES_PASSWORD: PASSWORD, PORT: String(port) });
  const { services } = parse(text, { merge: true }) as { services: Record<'api' | 'worker', ComposeService> };
  const { api, worker } = services;
  worker.environment.WORKER_PORT = workerPort;
  // Each container has its own address, here they share one.
  api.environment.METRICS_PORT = 0;
  worker.environment.METRICS_PORT = metricsPort;
  for (const service of [api, worker]) service.environment.METRICS_HOST = '127.0.0.1';
  const entrypoint = instruction('ENTRYPOINT');
  // Tests listen on this machine only. That a health check reaches a process on all addresses is tested below.
  for (const service of [api, worker]) service.environment.HOST = '127.0.0.1';
  const checks = [
    [api, instruction('HEALTHCHECK CMD')],
    [worker, worker.healthcheck?.test.slice(1) ?? []],
  ] as const;
  const areHealthy = () =>
    Promise.all(checks.map(async ([service, check]) => (await once(runIn(service, [...check]).child, 'close'))[0]));

  expect(await areHealthy()).toEqual([1, 1]);
  const started = [
    runIn(api, [...entrypoint, ...instruction('CMD')]),
    runIn(worker, [...entrypoint, ...(worker.command ?? [])]),
  ];
  await expect.poll(() => started[0]?.output.text).toContain(`listens at http://127.0.0.1:${port}`);
  await expect.poll(() => started[1]?.output.text).toContain('The AISPM worker waits for jobs.');
  expect(await areHealthy()).toEqual([0, 0]);
  expect(api.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/^aispm_job_workers 1$/m);
  expect((await fetch(`http://127.0.0.1:${workerPort}/readyz`)).status).toBe(200);
  for (const { child, output } of started) {
    child.kill('SIGTERM');
    expect([(await once(child, 'close'))[0], output.text]).toEqual([0, expect.not.stringContaining(PASSWORD)]);
  }
  expect(await areHealthy()).toEqual([1, 1]);
});

it('compose requires a password', () => {
  expect(() => interpolate(composeText, {})).toThrow('POSTGRES_PASSWORD: set a password');
});
