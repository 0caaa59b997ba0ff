/**
 * `npm start`: builds what is missing, then serves the mock, the documentation, and the service with its console on this machine
 * until it's stopped. `npm run dev`: the same, and updates the mock and the documentation after each change of the contract.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DocsServer } from '@aispm/docs/server';
import type { Mock } from '@aispm/mock';
import { buildPackages } from './build-packages.ts';
import { findDataFolder, ServiceError, startService } from './demo-service.ts';
import { type ContractListener, runBuild, watchContract } from './watch-contract.ts';

const HOST = '127.0.0.1';
const REPEATED_SIGNAL_MS = 100;

/** The sources of a server's port: the flag, otherwise the environment variable, otherwise the default. */
interface PortSetting {
  flag: string;
  variable: string;
  default: string;
}

const MOCK_PORT: PortSetting = { flag: 'mock-port', variable: 'AISPM_MOCK_PORT', default: '4010' };
const DOCS_PORT: PortSetting = { flag: 'docs-port', variable: 'AISPM_DOCS_PORT', default: '4020' };
const SERVICE_PORT: PortSetting = { flag: 'service-port', variable: 'AISPM_SERVICE_PORT', default: '4030' };
const PORTS = [MOCK_PORT, DOCS_PORT, SERVICE_PORT];

const HELP = `Usage: npm start [-- options]

Builds what is missing, then serves the mock, the documentation, and the service with its console until Ctrl-C.

Options:
  --mock-port <port>     port of the mock (default ${MOCK_PORT.default}, or ${MOCK_PORT.variable})
  --docs-port <port>     port of the documentation (default ${DOCS_PORT.default}, or ${DOCS_PORT.variable})
  --service-port <port>  port of the service and its console (default ${SERVICE_PORT.default}, or ${SERVICE_PORT.variable})
  --watch                build again when a file of the contract changes, and update the mock and the documentation
                         without a restart (npm run dev)
  --help                 show this text

A port is 0..65535; 0 means any free port.

The service keeps its data in ${findDataFolder()}: delete that folder to start over, or name another one in DATA_DIR.

All other options are those of the mock, such as --delay 300 or --tokens tokens.json: npx --no-install aispm-mock --help shows them. The
mock is stateful; --no-stateful makes it respond with the examples.
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

/** Calls `listen`. If the port can't be used, the error names it and explains how to choose another. */
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

function checkDistinct(ports: ReadonlyMap<PortSetting, number>): void {
  const used = new Map<number, PortSetting>();
  for (const [setting, port] of ports) {
    const other = used.get(port);
    if (port !== 0 && other) {
      throw new UserError(
        `Port ${port} is that of --${other.flag} and --${setting.flag}. Choose another one for one of them.`,
      );
    }
    used.set(port, setting);
  }
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

/** Creates the mock with the arguments that are for it. */
async function createApi(args: string[]): Promise<{ api: Mock; takesAnyKey: boolean }> {
  // This and the other packages can only be loaded after the build.
  const { createMock, readCommandLine, SettingError, TokensError } = await import('@aispm/mock');
  try {
    const { options } = await readCommandLine(args.includes('--no-stateful') ? args : ['--stateful', ...args]);
    return { api: await createMock(options), takesAnyKey: options.tokens === undefined };
  } catch (error) {
    const isUserError = error instanceof SettingError || error instanceof TokensError;
    throw isUserError ? new UserError(error.message) : error;
  }
}

/** Prints a server as one line. */
function printServer(name: string, url: string, note = ''): void {
  process.stdout.write(`${`${name.padEnd(15)}${url.padEnd(32)}${note}`.trimEnd()}\n`);
}

/** Serves everything until it's stopped, or the service ends. */
async function serveAll(flags: Flags, ports: ReadonlyMap<PortSetting, number>, stopped: AbortSignal): Promise<void> {
  const servers = new AsyncDisposableStack();
  const listenOn = async <T>(setting: PortSetting, listen: (port: number) => Promise<T>) => {
    const port = ports.get(setting) ?? 0;
    return onPort(setting, port, () => listen(port));
  };
  const adopt = <T extends { close(): Promise<void> }>(server: T) => servers.adopt(server, () => server.close());
  try {
    // It takes the longest, in a separate process.
    const service = adopt(startService({ host: HOST, port: ports.get(SERVICE_PORT) ?? 0 }));
    const { api, takesAnyKey } = await createApi(flags.mockArguments);
    const mock = adopt(await listenOn(MOCK_PORT, (port) => api.listen({ host: HOST, port })));
    printServer('Mock', mock.url, takesAnyKey ? 'any API key works' : 'with the API keys of your file');
    const { serveDocs } = await import('@aispm/docs/server');
    const docs = adopt(
      await listenOn(DOCS_PORT, (port) => serveDocs({ host: HOST, port, live: flags.watch, mock: api })),
    );
    printServer('Redoc', `${docs.url}/redoc/`);
    printServer('Documentation', docs.url);
    const { url, consoleUrl, key } = await service.address;
    printServer('Service', url, 'with its own database');
    printServer('Console', consoleUrl, `sign in with ${key}`);
    if (flags.watch) await watchContract(createContractListener(api, docs), stopped);
    if (mock.curl) process.stdout.write(`\nTry it:\n  ${mock.curl}\n`);
    const watched = 'The mock and the documentation are updated after each change of the contract. ';
    process.stdout.write(`\n${flags.watch ? watched : ''}Ctrl-C stops all.\n`);
    if (!stopped.aborted) await Promise.race([once(stopped, 'abort'), service.ended]);
  } catch (error) {
    // What has been stopped while it started.
    if (!stopped.aborted) throw error instanceof ServiceError ? new UserError(error.message) : error;
  } finally {
    await servers.disposeAsync();
  }
}

async function main(stopped: AbortSignal): Promise<void> {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) {
    process.stdout.write(HELP);
    return;
  }
  const ports = new Map(PORTS.map((setting) => [setting, readPort(setting, flags.ports)]));
  for (const [setting, port] of ports) await onPort(setting, port, () => checkPort(port));
  checkDistinct(ports);
  const isBuilt = await buildPackages(['@aispm/mock', '@aispm/docs', '@aispm/service'], stopped);
  if (stopped.aborted) return;
  if (!isBuilt) throw new UserError('Nothing was started. Fix what is reported above and start again.');
  await serveAll(flags, ports, stopped);
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());
try {
  await main(stop.signal);
  // A Ctrl-C is sent by the terminal and again by npm. The second one mustn't end this process with a signal.
  if (stop.signal.aborted) await delay(REPEATED_SIGNAL_MS);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
