/**
 * A registry on this machine with the packages that `npm ci` has installed in this repository, so that `npm install` needs no
 * other registry. It doesn't have the packages of this repository, which readers have in a folder.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');

/** The part of a `package.json` that npm needs. */
interface Manifest {
  name: string;
  version: string;
}

/** A version of a package. */
interface Copy {
  manifest: Manifest;
  folder: string;
}

/** A listening registry. */
export interface Registry {
  url: string;
  close(): Promise<void>;
}

/** Starts the registry on a free port of this machine. */
export async function startRegistry(): Promise<Registry> {
  const copies = listInstalled();
  const server = createServer((request, response) => respond(request, response, copies));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Lists the installed packages of the lock file by name; packages for other platforms aren't installed. */
function listInstalled(): Map<string, Copy[]> {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean }>;
  };
  const copies = new Map<string, Copy[]>();
  for (const [path, { link }] of Object.entries(lock.packages)) {
    const folder = join(ROOT, path);
    if (link || !path.includes('node_modules/') || !existsSync(join(folder, 'package.json'))) continue;
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    // The copy at the root comes before copies inside other packages.
    const copy = { manifest, folder };
    const isTop = path === `node_modules/${manifest.name}`;
    const known = copies.get(manifest.name) ?? [];
    copies.set(manifest.name, isTop ? [copy, ...known] : [...known, copy]);
  }
  return copies;
}

function respond({ url = '', headers }: IncomingMessage, response: ServerResponse, all: Map<string, Copy[]>): void {
  const [, name = '', version] = /^\/([^?]*?)(?:\/-\/([^/?]+)\.tgz)?(?:\?.*)?$/.exec(decodeURIComponent(url)) ?? [];
  const copies = all.get(name);
  const copy = copies?.find(({ manifest }) => manifest.version === version);
  if (copy !== undefined) sendTarball(response, copy);
  else if (copies !== undefined && version === undefined) sendDocument(response, copies, `http://${headers.host}`);
  else response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
}

/** Sends the metadata of a package: its versions, with the one at the root as the latest. */
function sendDocument(response: ServerResponse, copies: Copy[], origin: string): void {
  const [latest] = copies as [Copy];
  const { name } = latest.manifest;
  const versions = copies.map(({ manifest }) => [
    manifest.version,
    { ...manifest, dist: { tarball: `${origin}/${name}/-/${manifest.version}.tgz` } },
  ]);
  const document = { name, 'dist-tags': { latest: latest.manifest.version }, versions: Object.fromEntries(versions) };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
}

/** Packs the files of a package without nested packages. */
function sendTarball(response: ServerResponse, { folder }: Copy): void {
  const tar = spawn(
    'tar',
    ['-czf', '-', '--exclude=./node_modules', '-C', dirname(join(folder, 'package.json')), '.'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  tar.stdout.pipe(response);
}
