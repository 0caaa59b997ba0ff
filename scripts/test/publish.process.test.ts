/** Publishes small packages with the names of the real ones to a registry on this machine. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readManifest, workspaceFolders } from '../workspaces.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What npm sends to publish a package. */
interface Publication {
  name: string;
  versions: Record<string, object>;
  _attachments: Record<string, { data: string }>;
}

const packages = workspaceFolders(root)
  .map((folder) => readManifest(join(root, folder)))
  .filter(({ private: isPrivate }) => !isPrivate);
/** The packages that the registry has, by name. */
const published = new Map<string, Publication>();

/** Whether the registry rejects what is published. */
let isReadOnly = false;
let folder: string;
let registry: Server;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aispm-publish-'));
  mkdirSync(join(folder, 'packages'));
  for (const { name, version } of packages) {
    const source = join(folder, name);
    mkdirSync(source, { recursive: true });
    writeFileSync(join(source, 'package.json'), JSON.stringify({ name, version }));
  }
  const sources = packages.map(({ name }) => join(folder, name));
  await run('npm', ['pack', '--pack-destination', join(folder, 'packages'), ...sources]);
  registry = createServer(async (request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1).replace(/\?.*/, ''));
    if (request.method === 'PUT' && isReadOnly) {
      response.writeHead(403).end(JSON.stringify({ error: 'this key may only read' }));
      return;
    }
    if (request.method === 'PUT') {
      published.set(name, (await json(request)) as Publication);
      response.writeHead(201).end('{}');
      return;
    }
    const known = published.get(name);
    response.writeHead(known ? 200 : 404).end(JSON.stringify(known ?? { error: 'not found' }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => registry.once('listening', resolve));
  const { port } = registry.address() as AddressInfo;
  const settings = join(folder, 'npmrc');
  writeFileSync(settings, `registry=http://127.0.0.1:${port}/\n//127.0.0.1:${port}/:_authToken=t\n`);
  env = {
    ...process.env,
    npm_config_userconfig: settings,
    npm_config_cache: join(folder, 'cache'),
    npm_config_fetch_retries: '0',
  };
  delete env.npm_config_registry;
});
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

const publish = (...args: string[]) =>
  run(process.execPath, [join(root, 'scripts/publish.ts'), ...args], { env }).catch((error) => error);

it('asks for the folder when there is none', async () => {
  expect(await publish()).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^Name the folder/) });
});

it('publishes nothing when a tarball is missing', async () => {
  const { code, stderr } = await publish(folder);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('Nothing was published') });
  expect(published.size).toBe(0);
});

it('reports why the registry rejects a package, without a stack trace', async () => {
  isReadOnly = true;
  const { code, stdout, stderr } = await publish(join(folder, 'packages')).finally(() => {
    isReadOnly = false;
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('this key may only read');
  expect(stderr).toMatch(/Fix the error and start again\.\n$/);
  expect(stderr).not.toMatch(/^ +at /m);
});

it('publishes the bytes of the tarballs, except the versions that the registry has', async () => {
  const [first, ...others] = packages;
  const before = { name: first?.name ?? '', versions: { [first?.version ?? '']: { ...first } }, _attachments: {} };
  published.set(before.name, { ...before, 'dist-tags': { latest: first?.version } } as Publication);
  const { stdout, stderr } = await publish(join(folder, 'packages'));
  expect(stdout, stderr).toContain(`${first?.name}@${first?.version} was published before\n`);
  expect(published.get(before.name)?._attachments).toEqual({});
  for (const { name, version } of others) {
    const [attachment] = Object.values(published.get(name)?._attachments ?? {});
    const tarball = join(folder, `packages/${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
    expect(attachment?.data, name).toBe(readFileSync(tarball).toString('base64'));
    expect(stdout).toContain(`${name}@${version} is published\n`);
  }
});
