#!/usr/bin/env node
/** The command `aispm-mock`. */
import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { ContractError, ListenError } from './errors.js';
import { DEFAULT_HOST, DEFAULT_PORT } from './server.js';

const HELP = `Usage: aispm-mock [options]

Serves a mock of the AISPM API, made from its contract. Works offline.

Options:
  --port <number>    TCP port; 0 takes a free one (default ${DEFAULT_PORT})
  --host <address>   address to listen on (default ${DEFAULT_HOST}: this machine only)
  --contract <file>  OpenAPI 3.1 document in one file, YAML or JSON (default: the one that comes with the mock)
  --dynamic          generate bodies instead of showing the contract's examples
  --quiet            print nothing but errors
  --help             show this text

Every request needs the header "Authorization: Bearer <any token>". The header Prefer chooses the answer:
  Prefer: code=404              the declared answer with this status
  Prefer: example=first_page    the declared example with this name
  Prefer: dynamic=true          a generated body; with seed=<text> the same one each time
  Prefer: wait=500              an answer after this many milliseconds

GET /healthz answers 200 as soon as the mock is up.
`;

/** A wrong argument; the message is one line. */
class UsageError extends Error {}

function readArguments(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string', default: String(DEFAULT_PORT) },
        host: { type: 'string', default: DEFAULT_HOST },
        contract: { type: 'string' },
        dynamic: { type: 'boolean', default: false },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    if (!/^\d{1,5}$/.test(values.port) || port > 65535) {
      throw new UsageError(`--port must be a number from 0 to 65535; got "${values.port}".`);
    }
    return { ...values, port };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw error instanceof UsageError ? error : new UsageError(`${reason}. See aispm-mock --help.`);
  }
}

async function main(): Promise<void> {
  const { port, host, contract, dynamic, quiet, help } = readArguments(process.argv.slice(2));
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  // Keeps what Node makes of Prism's thousand files for the next start; imports of this file would come before it.
  enableCompileCache();
  const { createMock } = await import('./mock.js');
  const mock = await createMock({ dynamic, ...(contract !== undefined && { contract }) });
  const { url, curl, close } = await mock.listen({ port, host });
  if (!quiet) {
    process.stdout.write(`The AISPM mock serves ${mock.operationCount} operations at ${url}\n`);
    if (curl) process.stdout.write(`Try it:\n  ${curl}\n`);
    process.stdout.write('Ctrl-C stops it.\n');
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}

try {
  await main();
} catch (error) {
  const isUserError = [UsageError, ContractError, ListenError].some((type) => error instanceof type);
  if (!isUserError) throw error;
  process.stderr.write(`aispm-mock: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
