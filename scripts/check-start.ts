/**
 * `npm run check:start -w @aispm/scripts`: runs `npm start` on free ports, requests each address that it prints, and stops it. Fails
 * when an address doesn't respond, when the command doesn't end, or when something still listens.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmCommand } from './npm.ts';

const PORTS = ['--mock-port', '0', '--docs-port', '0', '--service-port', '0'];

/** What the path of an API returns about the caller. */
const CALLER = '/me';

/** A printed server. */
interface Server {
  name: string;
  url: string;
  note: string;
}

/** Starts everything, and waits for the last line of the output. */
async function start(folder: string): Promise<{ npm: ChildProcess; servers: Server[] }> {
  const { file, args, shell } = npmCommand(['start', '--', ...PORTS]);
  const npm = spawn(file, args, {
    env: { ...process.env, DATA_DIR: join(folder, 'database') },
    shell,
    stdio: ['ignore', 'pipe', 'inherit'],
    // As from a terminal, a separate group gets the signal.
    detached: process.platform !== 'win32',
  });
  let output = '';
  const isReady = new Promise<void>((resolve) => {
    npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      process.stdout.write(chunk);
      output += chunk;
      if (output.includes('Ctrl-C')) resolve();
    });
  });
  await Promise.race([
    isReady,
    once(npm, 'close').then(([code]) => Promise.reject(new Error(`npm start has ended with exit code ${code}.`))),
  ]);
  const lines = output.matchAll(/^(\w+) +(http:\S+) *(.*)$/gm);
  return { npm, servers: Array.from(lines, ([, name = '', url = '', note = '']) => ({ name, url, note })) };
}

/** Requests the address of a server. @throws {Error} when it doesn't respond with success */
async function check({ name, url }: Server, key: string): Promise<void> {
  const isApi = name === 'Mock' || name === 'Service';
  const headers = isApi ? { authorization: `Bearer ${key}` } : { accept: 'text/html' };
  const { status } = await fetch(isApi ? url + CALLER : url, { headers });
  if (status !== 200) throw new Error(`${name} at ${url} responds with ${status}.`);
}

/** Ends a command as Ctrl-C does. Windows has no signals: there it ends the processes. */
async function stop(npm: ChildProcess): Promise<void> {
  const ended = once(npm, 'close');
  if (process.platform === 'win32') execFileSync('taskkill', ['/pid', String(npm.pid), '/t', '/f']);
  else if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGINT');
  await ended;
}

const folder = mkdtempSync(join(tmpdir(), 'aispm-check-start-'));
try {
  const { npm, servers } = await start(folder);
  try {
    const names = servers.map(({ name }) => name).join(', ');
    if (names !== 'Mock, Redoc, Documentation, Service, Console') throw new Error(`npm start has printed ${names}.`);
    const key = /aispm_\S+/.exec(servers.at(-1)?.note ?? '')?.[0] ?? '';
    for (const server of servers) await check(server, server.name === 'Mock' ? 'any-key' : key);
  } finally {
    await stop(npm);
  }
  for (const { name, url } of servers) {
    const isReachable = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isReachable) throw new Error(`${name} at ${url} has not stopped.`);
  }
  process.stdout.write(`All ${servers.length} addresses respond, and everything has stopped.\n`);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
