/** `npm run mock:prism -- [--port PORT]`: serves the contract with plain `prism mock` until it's stopped. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle, spawnPlainPrism } from '@aispm/contract-tests/plain-prism';
import { parse } from 'yaml';

const DEFAULT_PORT = '4011';
const HOST = '127.0.0.1';
const EXAMPLE = '/rules/tenants/halden-freight/workspaces/production';
const ANOTHER_PORT = 'Choose another one: npm run mock:prism -- --port <port>';

/** An error that the user can fix. The message is one line. */
class UserError extends Error {}

function readPort(args: string[]): string {
  let port: string;
  try {
    ({ port } = parseArgs({ args, options: { port: { type: 'string', default: DEFAULT_PORT } } }).values);
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    throw new UserError(`${reason}. For other options: npx prism mock spec/dist/openapi.yaml`);
  }
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return port;
  throw new UserError(`--port must be a port, 0..65535, but is "${port}". ${ANOTHER_PORT}`);
}

/** Listens for a moment. Prism responds to a busy port with all of its options. */
async function checkPort(port: string): Promise<void> {
  const server = createServer().listen(Number(port), HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new UserError(`Port ${port} cannot be used (${(error as Error).message}). ${ANOTHER_PORT}`);
  }
  server.close();
  await once(server, 'close');
}

/** Returns what a user needs to know when Prism listens. */
function formatNotice(url: string): string {
  const { servers } = parse(readFileSync(bundle, 'utf8')) as { servers: { url: string }[] };
  const basePath = new URL(servers[0]?.url ?? '').pathname;
  return `
Plain Prism serves ${relative(process.cwd(), bundle)}, and reads it again after each build.
It ignores the base path ${basePath}: the API is at ${url}. Any API key works.

Try it:
  curl -H 'Authorization: Bearer any-key' ${url}${EXAMPLE}

Ctrl-C stops it.
`;
}

async function main(): Promise<void> {
  const port = readPort(process.argv.slice(2));
  await checkPort(port);
  const prism = spawnPlainPrism(bundle, ['--host', HOST, '--port', port], ['inherit', 'pipe', 'inherit']);
  prism.stdout?.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    const [, url] = /Prism is listening on (http:\S+)/.exec(text) ?? [];
    if (url) process.stdout.write(formatNotice(url));
  });
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isStopped = true;
      prism.kill(signal);
    });
  }
  const [code] = await once(prism, 'close');
  process.exitCode = isStopped ? 0 : (code ?? 1);
}

main().catch((error: unknown) => {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
