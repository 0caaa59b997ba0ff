/** Plain Prism: the command `prism mock`, without changes. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const manifest = createRequire(require.resolve('@aispm/mock/package.json')).resolve(
  '@stoplight/prism-cli/package.json',
);
const { bin, version } = require(manifest) as { bin: { prism: string }; version: string };
const command = join(manifest, '..', bin.prism);

/** The version of Prism. */
export const prismVersion = version;

/** The path of the contract's bundle, which the build of the contract writes. */
export const bundle = require.resolve('@aispm/spec/openapi.yaml');

/**
 * Starts `prism mock`.
 *
 * @param document path of an OpenAPI document
 * @param args additional arguments, such as `['--port', '4011']`
 */
export function spawnPlainPrism(
  document: string,
  args: readonly string[],
  stdio: SpawnOptions['stdio'] = 'inherit',
): ChildProcess {
  // With "production", Prism forks a second process and crashes.
  const { NODE_ENV, ...env } = process.env;
  return spawn(process.execPath, [command, 'mock', document, ...args], { stdio, env });
}

/** Plain Prism, serving the contract. */
export interface PlainPrism {
  /** Without the base path, which Prism ignores. */
  url: string;
  close(): Promise<void>;
}

/** Starts plain Prism with the contract on a free port, and waits until it listens. */
export async function startPlainPrism(): Promise<PlainPrism> {
  const child = spawnPlainPrism(bundle, ['--port', '0'], ['ignore', 'pipe', 'pipe']);
  const ended = once(child, 'close');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const [, found] = /Prism is listening on (http:\S+)/.exec(output) ?? [];
      if (found) resolve(found);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', read);
    ended.then(() => reject(new Error(`Prism has ended:\n${output}`)), reject);
  });
  for (const stream of [child.stdout, child.stderr]) stream?.removeAllListeners('data').resume();
  return {
    url,
    async close() {
      child.kill();
      await ended;
    },
  };
}
