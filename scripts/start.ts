/**
 * `npm start`: builds what is missing, then serves the mock and the documentation on this machine until it is told to
 * stop. `npm run dev`: the same, and both follow every change of the contract.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { DocsServer } from '@aispm/docs/server';
import type { Mock } from '@aispm/mock';
import { spawnTurbo } from './turbo.ts';
import { type ContractWatch, runBuild, watchContract } from './watch-contract.ts';

const HOST = '127.0.0.1';
const BUILD_NOTICE_MS = 1_000;
const SLOW_BUILD_MS = 20_000;
const REPEATED_SIGNAL_MS = 100;

/** Where the port of a server comes from: the flag, else the variable, else the default. */
interface PortSetting {
  flag: string;
  variable: string;
  default: string;
}

const mockPort: PortSetting = { flag: 'mock-port', variable: 'AISPM_MOCK_PORT', default: '4010' };
const docsPort: PortSetting = { flag: 'docs-port', variable: 'AISPM_DOCS_PORT', default: '4020' };

const HELP = `Usage: npm start [-- options]

Builds what is missing, then serves the mock and the documentation until Ctrl-C.

Options:
  --mock-port <port>  port of the mock (default ${mockPort.default}, or ${mockPort.variable})
  --docs-port <port>  port of the documentation (default ${docsPort.default}, or ${docsPort.variable})
  --watch             build again when a file of the contract changes; the mock and the documentation take it over
                      without a new start (npm run dev)
  --help              show this text

A port is 0..65535; 0 takes a free one.
`;

/** What the person at the terminal can put right; the message is one line. */
class UserError extends Error {}

function readFlags() {
  try {
    return parseArgs({
      options: {
        [mockPort.flag]: { type: 'string' },
        [docsPort.flag]: { type: 'string' },
        watch: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    const [reason] = (error as Error).message.split(/[.\n]/);
    throw new UserError(`${reason}; npm start -- --help shows the options.`);
  }
}

function portOf(setting: PortSetting, flags: Record<string, unknown>): number {
  const flag = flags[setting.flag];
  const [source, value] =
    typeof flag === 'string'
      ? [`--${setting.flag}`, flag]
      : [setting.variable, process.env[setting.variable] || setting.default];
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new UserError(`${source} must be a port, 0..65535; it is "${value}".`);
  }
  return Number(value);
}

/** Calls `listen`; when the port cannot be used, says which one it was and how to take another. */
async function onPort<T>(setting: PortSetting, port: number, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'is busy' : `cannot be used (${message})`;
    throw new UserError(
      `Port ${port} ${reason}. Take another one: npm start -- --${setting.flag} <port>, or set ${setting.variable}.`,
    );
  }
}

/** Listens for a moment: a busy port is told before the build, not after it. */
async function tryPort(port: number): Promise<void> {
  const server = createServer().listen(port, HOST);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Builds the mock and the documentation, quietly unless that takes long or fails. */
async function build(stopped: AbortSignal): Promise<void> {
  const turbo = spawnTurbo(
    ['run', 'build', '--filter=@aispm/mock', '--filter=@aispm/docs', '--output-logs=new-only'],
    ['ignore', 'pipe', 'pipe'],
  );
  const held: Buffer[] = [];
  let holds = true;
  const release = () => {
    holds = false;
    process.stderr.write(Buffer.concat(held));
  };
  for (const stream of [turbo.stdout, turbo.stderr]) {
    stream?.on('data', (chunk) => {
      if (holds) held.push(chunk);
      else process.stderr.write(chunk);
    });
  }
  const timers = [
    setTimeout(() => process.stdout.write('Building the mock and the documentation …\n'), BUILD_NOTICE_MS),
    setTimeout(release, SLOW_BUILD_MS),
  ];
  const end = () => turbo.kill('SIGTERM');
  stopped.addEventListener('abort', end);
  const [code] = await once(turbo, 'close');
  stopped.removeEventListener('abort', end);
  for (const timer of timers) clearTimeout(timer);
  if (code === 0 || stopped.aborted) return;
  if (holds) release();
  throw new UserError('The build failed; nothing was started.');
}

/** Lets the mock and the documentation take a contract over that has just been built. */
function followers(mock: Mock, docs: DocsServer, stopped: AbortSignal): ContractWatch {
  const say = (text: string) => process.stdout.write(`${new Date().toLocaleTimeString('en-GB')}  ${text}\n`);
  const complain = (report: string, what: string) => process.stderr.write(`\n${report}\n\n${what}\n`);
  return {
    building: (file) => say(`${file} has changed …`),
    failed: (report) => complain(report, 'The mock and the documentation stay as they were.'),
    async built() {
      try {
        await mock.reload(fileURLToPath(import.meta.resolve('@aispm/spec/openapi.json')));
        say(`The mock serves ${mock.operationCount} operations of the contract as it is now.`);
      } catch (error) {
        complain((error as Error).message, 'The mock stays as it was.');
        return;
      }
      const report = await runBuild(dirname(fileURLToPath(import.meta.resolve('@aispm/docs/package.json'))), stopped);
      if (stopped.aborted) return;
      if (report !== undefined) {
        complain(report, 'The documentation stays as it was.');
        return;
      }
      docs.reload();
      say('The documentation shows it.');
    },
  };
}

async function main(stopped: AbortSignal): Promise<void> {
  const flags = readFlags();
  if (flags.help) {
    process.stdout.write(HELP);
    return;
  }
  const ports = { mock: portOf(mockPort, flags), docs: portOf(docsPort, flags) };
  await onPort(mockPort, ports.mock, () => tryPort(ports.mock));
  await onPort(docsPort, ports.docs, () => tryPort(ports.docs));
  await build(stopped);
  if (stopped.aborted) return;

  // Only the build makes these two loadable.
  const { createMock } = await import('@aispm/mock');
  const { serveDocs } = await import('@aispm/docs/server');
  const api = await createMock();
  const mock = await onPort(mockPort, ports.mock, () => api.listen({ host: HOST, port: ports.mock }));
  try {
    const docs = await onPort(docsPort, ports.docs, () =>
      serveDocs({ host: HOST, port: ports.docs, live: flags.watch, mock: api }),
    );
    try {
      if (flags.watch) await watchContract(followers(api, docs, stopped), stopped);
      process.stdout.write(`The mock:           ${mock.url}\nThe documentation:  ${docs.url}\n\n`);
      if (mock.curl) process.stdout.write(`Try it:\n  ${mock.curl}\n\n`);
      if (flags.watch) process.stdout.write('Both follow the files of the contract.\n');
      process.stdout.write('Ctrl-C stops both.\n');
      if (!stopped.aborted) await once(stopped, 'abort');
    } finally {
      await docs.close();
    }
  } finally {
    await mock.close();
  }
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());
try {
  await main(stop.signal);
  // A Ctrl-C comes from the terminal and once more from npm. The second must not meet a process that listens no longer.
  if (stop.signal.aborted) await delay(REPEATED_SIGNAL_MS);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
