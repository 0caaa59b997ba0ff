#!/usr/bin/env node
/** The command `aispm-mock`. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { ContractError, ListenError, SettingError, TokensError } from './errors.js';
import { MAX_WAIT_MS } from './prefer.js';
import { DEFAULT_HOST, DEFAULT_PORT } from './server.js';

const HELP = `Usage: aispm-mock [options]

Serves a mock of the AISPM API, made from its contract. Works offline, from any folder.

Where:
  --port <number>     TCP port; 0 takes a free one (default ${DEFAULT_PORT})
  --host <address>    address to listen on (default ${DEFAULT_HOST}: this machine only)
  --base-url <url>    URL or path that the API is at, such as /v1; of a URL only the path counts (default: the
                      contract's)
What:
  --contract <file>   OpenAPI 3.1 document in one file, YAML or JSON (default: the one that comes with the mock)
  --dynamic           generate bodies instead of showing the contract's examples
  --seed <text>       generate the same body for the same request each time, and repeat the same chaos
How:
  --stateful          keep what is created, changed and deleted, for each token on its own, until it stops or gets
                      POST /__mock/reset; runs, scans and exports move, filters and sort keys select
  --delay <ms>        time before each answer, 0..${MAX_WAIT_MS} (default 0)
  --chaos <faults>    let requests fail, to test retries; can be repeated (see below)
  --tokens <file>     what each token reaches, JSON or YAML: {"token-a": {"t1": ["w1", "w2"]}, "token-b": {"*": ["*"]}}
                      Other tokens get 401, other tenants and workspaces 403 (default: any token reaches everything).
  --quiet             print nothing but errors
  --help              show this text

Every request needs the header "Authorization: Bearer <token>". The header Prefer, or a query parameter where no header
can be sent, chooses the answer; what the contract does not have gets a 400 that lists what it has:
  Prefer: code=404              ?__code=404              the declared answer with this status
  Prefer: example=first_page    ?__example=first_page    the declared example with this name
  Prefer: dynamic=true          ?__dynamic=true          a generated body
  Prefer: seed=<text>           ?__seed=<text>           with dynamic: the same one each time
  Prefer: wait=500              ?__wait=500              an answer after this many milliseconds, at most ${MAX_WAIT_MS}
  Prefer: chaos="drop=10%"      ?__chaos=drop=0.1        faults for this request, in place of --chaos
                                ?__token=<token>         stands for the header Authorization

Chaos is made of faults, separated by commas; with "<operationId>:" before them they hold for one operation:
  error=20%                     this share of the requests gets an error that the contract declares, with its example
                                and its Retry-After: 429 or 5xx
  code=429|500                  these errors
  latency=200                   each answer takes 200 ms more; 100..400 for a range, p50:80/p95:400/p99:2000 for
                                percentiles; at most ${MAX_WAIT_MS}
  drop=5%                       this share of the connections is dropped without an answer
  off                           none

Examples:
  aispm-mock --port 0                          on a free port
  aispm-mock --delay 300 --tokens tokens.json  like a slow service with rights
  aispm-mock --dynamic --seed demo             generated data, the same at every start
  aispm-mock --chaos error=20%,latency=p50:80/p99:2000 --chaos listRules:drop=50% --seed 1
                                               a bad day, the same one at every start

GET /healthz answers 200 as soon as the mock is up. The file MOCK_DIFFERENCES.md in the package says where the mock
differs from a real service.
`;

/** When what Node has compiled is written down, in milliseconds after the start; the first answers go before it. */
const FLUSH_AFTER_MS = 500;

/** A wrong argument; the message is one line. */
class UsageError extends Error {}

function readArguments(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string', default: String(DEFAULT_PORT) },
        host: { type: 'string', default: DEFAULT_HOST },
        'base-url': { type: 'string' },
        contract: { type: 'string' },
        dynamic: { type: 'boolean', default: false },
        seed: { type: 'string' },
        delay: { type: 'string', default: '0' },
        chaos: { type: 'string', multiple: true },
        tokens: { type: 'string' },
        stateful: { type: 'boolean', default: false },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    if (!/^\d{1,5}$/.test(values.port) || port > 65535) {
      throw new UsageError(`--port must be a number from 0 to 65535; got "${values.port}".`);
    }
    if (!/^\d{1,5}$/.test(values.delay) || Number(values.delay) > MAX_WAIT_MS) {
      throw new UsageError(`--delay must be a number of milliseconds from 0 to ${MAX_WAIT_MS}; got "${values.delay}".`);
    }
    return { ...values, port, delayMs: Number(values.delay) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw error instanceof UsageError ? error : new UsageError(`${reason}. See aispm-mock --help.`);
  }
}

async function main(): Promise<void> {
  const { port, host, quiet, help, ...flags } = readArguments(process.argv.slice(2));
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  // Keeps what Node makes of Prism's code for the next start; imports of this file would come before it.
  enableCompileCache();
  const { createMock, loadTokens } = await import('./index.js');
  const { contract, dynamic, seed, delayMs, chaos, stateful, 'base-url': baseUrl, tokens } = flags;
  const mock = await createMock({
    dynamic,
    delayMs,
    stateful,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(contract !== undefined && { contract }),
    ...(seed !== undefined && { seed }),
    ...(chaos !== undefined && { chaos }),
    ...(tokens !== undefined && { tokens: await loadTokens(tokens) }),
  });
  const { url, curl, close } = await mock.listen({ port, host });
  if (!quiet) {
    process.stdout.write(`The AISPM mock serves ${mock.operationCount} operations at ${url}\n`);
    if (curl) process.stdout.write(`Try it:\n  ${curl}\n`);
    process.stdout.write('Ctrl-C stops it.\n');
  }
  // Not only at the end: whoever kills the mock is to have a fast start the next time, too.
  setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}

try {
  await main();
} catch (error) {
  const isUserError = [UsageError, ContractError, ListenError, SettingError, TokensError].some(
    (type) => error instanceof type,
  );
  if (!isUserError) throw error;
  process.stderr.write(`aispm-mock: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
