/**
 * `npm start`: builds what is missing, then serves the mock, the documentation and the console on this machine until it is stopped.
 * `npm run dev`: the same, and updates the mock and the documentation after each change of the contract.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DocsServer } from '@aispm/docs/server';
import type { Mock } from '@aispm/mock';
import { spawnTurbo } from './turbo.ts';
import { type ContractListener, runBuild, watchContract } from './watch-contract.ts';

const HOST = '127.0.0.1';
const BUILD_NOTICE_MS = 1_000;
const SLOW_BUILD_MS = 20_000;
const REPEATED_SIGNAL_MS = 100;

/** The sources of a server's port: the flag, otherwise the environment variable, otherwise the default. */
interface PortSetting {
  flag: string;
  variable: string;
  default: string;
}

const MOCK_PORT: PortSetting = { flag: 'mock-port', variable: 'AISPM_MOCK_PORT', default: '4010' };
const DOCS_PORT: PortSetting = { flag: 'docs-port', variable: 'AISPM_DOCS_PORT', default: '4020' };
const CONSOLE_PORT: PortSetting = { flag: 'console-port', variable: 'AISPM_CONSOLE_PORT', default: '4040' };
const PORTS = [MOCK_PORT, DOCS_PORT, CONSOLE_PORT];

const HELP = `Usage: npm start [-- options]

Builds what is missing, then serves the mock, the documentation and the console until Ctrl-C.

Options:
  --mock-port <port>     port of the mock (default ${MOCK_PORT.default}, or ${MOCK_PORT.variable})
  --docs-port <port>     port of the documentation (default ${DOCS_PORT.default}, or ${DOCS_PORT.variable})
  --console-port <port>  port of the console (default ${CONSOLE_PORT.default}, or ${CONSOLE_PORT.variable})
  --watch                build again when a file of the contract changes, and update the mock and the documentation
                         without a restart (npm run dev)
  --help                 show this text

All other options are those of the mock, such as --delay 300 or --tokens tokens.json: npx @aispm/mock --help shows them. The
mock is stateful, because the console is of little use without; --no-stateful makes it respond with the examples.

A port is 0..65535; 0 means any free port.
`;

/** An error that the user can fix. The message is one line. */
class UserError extends Error {}

/** The options of this command, and the arguments for the mock. */
interface Flags {
  ports: Record<string, string>;
  watch: boolean;
  help: boolean;
  mockArguments: string[];
}

/** Reads the options of this command. All others are those of the mock, which checks them after the build. */
function readFlags(args: readonly string[]): Flags {
  const flags: Flags = { ports: {}, watch: false, help: false, mockArguments: [] };
  const pending = [...args];
  for (let arg = pending.shift(); arg !== undefined; arg = pending.shift()) {
    const [, name = '', inline] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
    if (name === 'watch') flags.watch = true;
    else if (name === 'help') flags.help = true;
    else if (PORTS.some(({ flag }) => flag === name)) {
      const value = inline ?? pending.shift();
      if (value === undefined) throw new UserError(`--${name} requires a port. npm start -- --help shows the options.`);
      flags.ports[name] = value;
    } else if (['port', 'host', 'contract'].includes(name) || (name === '' && flags.mockArguments.length === 0)) {
      throw new UserError(`${arg} is not an option of this command. npm start -- --help shows the options.`);
    } else flags.mockArguments.push(arg);
  }
  return flags;
}

function readPort(setting: PortSetting, flags: Record<string, string>): number {
  const flag = flags[setting.flag];
  const [source, value] =
    flag !== undefined
      ? [`--${setting.flag}`, flag]
      : [setting.variable, process.env[setting.variable] || setting.default];
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new UserError(`${source} must be a port, 0..65535, but is "${value}".`);
  }
  return Number(value);
}

/** Calls `listen`. If the port cannot be used, the error names it and explains how to choose another. */
async function onPort<T>(setting: PortSetting, port: number, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'is busy' : `cannot be used (${message})`;
    throw new UserError(
      `Port ${port} ${reason}. Choose another one: npm start -- --${setting.flag} <port>, or set ${setting.variable}.`,
    );
  }
}

/** Listens for a moment, so that a busy port is reported before the build and not after it. */
async function checkPort(port: number): Promise<void> {
  const server = createServer().listen(port, HOST);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Builds the mock, the documentation and the console. Prints the output only if the build takes long or fails. */
async function build(stopped: AbortSignal): Promise<void> {
  const turbo = spawnTurbo(
    [
      'run',
      'build',
      '--filter=@aispm/mock',
      '--filter=@aispm/docs',
      '--filter=@aispm/console',
      '--output-logs=new-only',
    ],
    ['ignore', 'pipe', 'pipe'],
  );
  const buffered: Buffer[] = [];
  let isBuffering = true;
  const printOutput = () => {
    isBuffering = false;
    process.stderr.write(Buffer.concat(buffered));
  };
  for (const stream of [turbo.stdout, turbo.stderr]) {
    stream?.on('data', (chunk) => {
      if (isBuffering) buffered.push(chunk);
      else process.stderr.write(chunk);
    });
  }
  const timers = [
    setTimeout(() => process.stdout.write('Building the mock, the documentation and the console …\n'), BUILD_NOTICE_MS),
    setTimeout(printOutput, SLOW_BUILD_MS),
  ];
  const endBuild = () => turbo.kill('SIGTERM');
  stopped.addEventListener('abort', endBuild);
  const [code] = await once(turbo, 'close');
  stopped.removeEventListener('abort', endBuild);
  for (const timer of timers) clearTimeout(timer);
  if (code === 0 || stopped.aborted) return;
  if (isBuffering) printOutput();
  throw new UserError('The build failed, and nothing was started. Fix what is reported above and start again.');
}

/** Updates the mock and the documentation after each build of the contract. */
function createContractListener(mock: Mock, docs: DocsServer): ContractListener {
  const log = (text: string) => process.stdout.write(`${new Date().toLocaleTimeString('en-GB')}  ${text}\n`);
  const logFailure = (report: string, consequence: string) => process.stderr.write(`\n${report}\n\n${consequence}\n`);
  return {
    onChange: (file) => log(`${file} has changed …`),
    onFailure: (report, isServed) =>
      logFailure(
        report,
        isServed ? 'The documentation is unchanged.' : 'The mock and the documentation are unchanged.',
      ),
    onMistake: (location) =>
      process.stderr.write(`\nThe mock and the documentation are unchanged, because of one mistake:\n${location}\n`),
    async onDraft(contract) {
      try {
        await mock.reload(contract);
        log(`The mock is updated and serves ${mock.operationCount} operations.`);
      } catch (error) {
        logFailure((error as Error).message, 'The mock is unchanged.');
      }
    },
    async onBuilt(outdated) {
      const folder = dirname(fileURLToPath(import.meta.resolve('@aispm/docs/package.json')));
      const report = await runBuild(folder, outdated);
      if (outdated.aborted) return;
      if (report !== undefined) {
        logFailure(report, 'The documentation is unchanged.');
        return;
      }
      docs.reload();
      log('The documentation is updated.');
    },
  };
}

async function main(stopped: AbortSignal): Promise<void> {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) {
    process.stdout.write(HELP);
    return;
  }
  const ports = new Map(PORTS.map((setting) => [setting, readPort(setting, flags.ports)]));
  const portOf = (setting: PortSetting) => ports.get(setting) ?? 0;
  for (const [setting, port] of ports) await onPort(setting, port, () => checkPort(port));
  await build(stopped);
  if (stopped.aborted) return;

  // These can only be loaded after the build.
  const { createMock, readCommandLine, SettingError, TokensError } = await import('@aispm/mock');
  const { serveDocs } = await import('@aispm/docs/server');
  const { serveConsole } = await import('@aispm/console/server');
  const api = await readCommandLine(['--stateful', ...flags.mockArguments])
    .then(({ options }) => createMock(options))
    .catch((error: unknown) => {
      const isUserError = error instanceof SettingError || error instanceof TokensError;
      throw isUserError ? new UserError(error.message) : error;
    });
  const servers = new AsyncDisposableStack();
  const serve = async <T extends { close(): Promise<void> }>(
    setting: PortSetting,
    listen: (port: number) => Promise<T>,
  ) => servers.adopt(await onPort(setting, portOf(setting), () => listen(portOf(setting))), (server) => server.close());
  try {
    const mock = await serve(MOCK_PORT, (port) => api.listen({ host: HOST, port }));
    const docs = await serve(DOCS_PORT, (port) => serveDocs({ host: HOST, port, live: flags.watch, mock: api }));
    const console = await serve(CONSOLE_PORT, (port) => serveConsole({ host: HOST, port, api: mock.url }));
    if (flags.watch) await watchContract(createContractListener(api, docs), stopped);
    process.stdout.write(
      `The mock:           ${mock.url}\nThe documentation:  ${docs.url}\nThe console:        ${console.url}\n\n`,
    );
    if (mock.curl) process.stdout.write(`Try it, and sign in to the console with its API key:\n  ${mock.curl}\n\n`);
    if (flags.watch)
      process.stdout.write('The mock and the documentation are updated after each change of the contract.\n');
    process.stdout.write('Ctrl-C stops all.\n');
    if (!stopped.aborted) await once(stopped, 'abort');
  } finally {
    await servers.disposeAsync();
  }
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());
try {
  await main(stop.signal);
  // A Ctrl-C is sent by the terminal and again by npm. The second one must not end this process with a signal.
  if (stop.signal.aborted) await delay(REPEATED_SIGNAL_MS);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
