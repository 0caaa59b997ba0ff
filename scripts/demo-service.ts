/** The service of `npm start`: a separate process, with an embedded database that is filled at the first start. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');
const COMMAND = join(root, 'packages/apps/service/dist/command/cli.js');

/** On Windows, Ctrl-C reaches the service directly, and a signal of this process would end it at once. */
const GRACE_MS = process.platform === 'win32' ? 5_000 : 0;

/** The service didn't start, or has ended. The message says why. */
export class ServiceError extends Error {}

/** A service that listens. */
export interface ServiceAddress {
  /** URL of the API, such as `http://127.0.0.1:4030/api/v1`. */
  url: string;
  /** URL of the console. */
  consoleUrl: string;
  /** The API key of the demo. */
  key: string;
}

/** A service that starts or listens. */
export interface DemoService {
  /** Rejects with a {@link ServiceError} when the service doesn't start. */
  address: Promise<ServiceAddress>;
  /** Rejects with a {@link ServiceError} when the service ends without {@link close}. */
  ended: Promise<never>;
  /** Finishes requests, and ends the process. */
  close(): Promise<void>;
}

/** Returns the folder of the database. */
export function findDataFolder(): string {
  return resolve(process.env.DATA_DIR || join(root, '.aispm/database'));
}

/** Starts the service on a port; 0 means any free port. */
export function startService(options: { host: string; port: number }): DemoService {
  const folder = findDataFolder();
  let child = spawnService(options, folder);
  let isClosing = false;
  const stop = async () => {
    const ended = once(child, 'close');
    if (child.exitCode !== null || child.signalCode !== null) return;
    await Promise.race([ended, delay(GRACE_MS, undefined, { ref: false })]);
    child.kill('SIGTERM');
    await ended;
  };
  // The service shows the key of the demo only when it creates it.
  const keyFile = `${folder}.key`;
  async function open(): Promise<ServiceAddress> {
    let { url, key } = await readAnnouncement(child, folder);
    if (key !== undefined) writeFileSync(keyFile, key, { mode: 0o600 });
    else if (existsSync(keyFile)) key = readFileSync(keyFile, 'utf8');
    if (key !== undefined) return { url, consoleUrl: new URL(url).origin, key };
    await stop();
    rmSync(folder, { recursive: true, force: true });
    child = spawnService(options, folder);
    return open();
  }
  const address = open();
  const ended = address.then(async () => {
    const [code] = await once(child, 'close');
    if (isClosing) return new Promise<never>(() => {});
    throw new ServiceError(`The service has ended with exit code ${code}.`);
  });
  // A caller that awaits them gets the errors.
  for (const promise of [address, ended]) promise.catch(() => {});
  return {
    address,
    ended,
    close() {
      isClosing = true;
      return stop();
    },
  };
}

function spawnService({ host, port }: { host: string; port: number }, folder: string): ChildProcess {
  const { DATABASE_URL: _, ...environment } = process.env;
  const settings = { HOST: host, PORT: String(port), DATA_DIR: folder, DEMO: 'true', RUN_WORKER: 'true' };
  const child = spawn(process.execPath, [COMMAND], {
    env: { LOG_LEVEL: 'warn', ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A terminal sends Ctrl-C to this process only: a second signal would end the service before it has closed its database.
    detached: process.platform !== 'win32',
  });
  process.once('exit', () => child.kill());
  return child;
}

/** Waits until the service listens. Later output is passed on. */
function readAnnouncement(child: ChildProcess, folder: string): Promise<{ url: string; key: string | undefined }> {
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    let isListening = false;
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      if (isListening) {
        process.stdout.write(chunk);
        return;
      }
      output += chunk;
      const [, url] = /^The AISPM service listens at (\S+)$/m.exec(output) ?? [];
      if (url === undefined) return;
      isListening = true;
      resolve({ url, key: /^ +(aispm_\S+)$/m.exec(output)?.[1] });
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      if (isListening) process.stderr.write(chunk);
      else errors += chunk;
    });
    child.once('close', () => {
      const remedy = errors.includes('DATA_DIR') ? '' : `\nTo start over with new data, delete ${folder}.`;
      reject(new ServiceError(`The service did not start. ${errors.trim()}${remedy}`));
    });
  });
}
