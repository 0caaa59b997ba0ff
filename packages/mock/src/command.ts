/** The arguments and errors of the command `aispm-mock`. */
import module from 'node:module';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { readDocument } from './contract/read-document.ts';
import { ContractError, ListenError, SettingError, TokensError } from './core/errors.ts';
import type { InitialOverride, MockOptions } from './hosts/mock-options.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from './hosts/server.ts';
import { MAX_WAIT_MS } from './requests/preferences.ts';
import { loadTokens, ofTokenFile } from './requests/token-access.ts';
import { SCENARIOS, type ScenarioName } from './sample-data/scenarios.ts';
import { MAX_ROWS } from './state/store-limits.ts';

/** The cache of compiled code, which Node.js 20 does not have. */
const cache = module as { enableCompileCache?(): void; flushCompileCache?(): void };

const HELP = `Usage: aispm-mock [options]

Serves a mock of the AISPM API, created from its contract. Works offline and from any folder.

Address:
  --port <number>     TCP port; 0 selects a free one (default ${DEFAULT_PORT})
  --host <address>    address to listen on (default ${DEFAULT_HOST}: this machine only)
  --base-url <url>    URL or path of the API, such as /v1; only a URL's path is used (default: the contract's path)
Content:
  --contract <file>   revision of the contract in one file, YAML or JSON (default: the contract in the package)
  --scenario <name>   the records that the mock starts with:
${listScenarios()}
  --dynamic           generate records instead of using the contract's examples: --scenario generated
  --rows <number>     number of generated records per list, 1..${MAX_ROWS} (default: depends on the scenario)
  --seed <text>       generate the same records and the same chaos after every start; records differ between tenants and
                      workspaces
  --now, --no-now     shift all times, so that the latest event has just happened (default with --stateful)
Behavior:
  --stateful          store created, changed and deleted records, separately for each token, until the mock stops or
                      receives POST /__mock/reset; runs, scans and exports progress, filters and sort keys apply
  --state <file>      save the stored records in a file, from which the next start continues; implies --stateful
  --delay <ms>        delay before each response, 0..${MAX_WAIT_MS} (default 0)
  --chaos <faults>    inject faults, to test retries; can be repeated (see below)
  --tokens <file>     what each token has access to, JSON or YAML: {"token-a": {"halden-freight": ["production"]},
                      "token-b": {"access": "read", "workspaces": {"*": ["*"]}}}
                      Other tokens receive 401; requests to other tenants and workspaces receive 403 (default: every token
                      has access to everything).
  --proxy <url>       forward requests without an override to a real server, such as https://staging.example.com/api/v1,
                      and print how its responses differ from the contract; requires @aispm/conformance
  --record <file>     save the responses of the proxy as overrides, without API keys and other secrets
  --overrides <file>  start with these overrides, JSON or YAML, such as a recording
  --no-control        disable the control API at /__mock/ (see below)
  --control-token <token>
                      accept control requests only with the header "X-Mock-Token: <token>"
  --quiet             print only errors and warnings
  --help              show this text

Every request needs the header "Authorization: Bearer <token>". The Prefer header, or a query parameter where no header
can be sent, selects the response. A preference that the contract doesn't declare results in a 400 with the valid values.
  Prefer: code=404              ?__code=404              the declared response with this status
  Prefer: example=first_page    ?__example=first_page    the declared example with this name
  Prefer: dynamic=true          ?__dynamic=true          a generated body
  Prefer: seed=<text>           ?__seed=<text>           with dynamic: the same body each time
  Prefer: wait=500              ?__wait=500              a delay of this many milliseconds, up to ${MAX_WAIT_MS}
  Prefer: chaos="drop=10%"      ?__chaos=drop=0.1        faults for this request, instead of --chaos
                                ?__token=<token>         replaces the Authorization header

Chaos is a list of faults, separated by commas; "<operationId>:" before the list restricts it to one operation:
  error=20%                     this share of requests gets an error that the contract declares, with its example and
                                Retry-After: 429 or 5xx
  code=429|500                  only these errors
  latency=200                   delays each response by 200 ms; 100..400 for a range, p50:80/p95:400/p99:2000 for
                                percentiles; up to ${MAX_WAIT_MS}
  drop=5%                       drops this share of connections without a response
  off                           no faults

Requests to /__mock/, outside the base path, control the running mock:
  POST /__mock/overrides        replaces responses: {"operation":"listRules","status":429,"once":true}, also with "body",
                                "headers", "delayMs", "times", "match" and "unchecked"; GET lists the overrides,
                                DELETE removes them
  GET /__mock/requests          the latest requests; DELETE clears them
  POST /__mock/data/agents      creates a record: {"fields":{"aispm_friendly_name":"Night Clerk"}}; GET lists records
  GET /__mock/snapshot          the state; PUT restores it
  PUT /__mock/scenario          starts over with other records: {"scenario":"at-risk"}
  PUT /__mock/chaos             replaces the faults: {"chaos":["error=20%"]}
  POST /__mock/events           sends an event to webhooks on loopback addresses: {"type":"issue.opened"}
  POST /__mock/reset            with --stateful: deletes stored records

Examples:
  aispm-mock --port 0                          on a free port
  aispm-mock --delay 300 --tokens tokens.json  like a slow service with access control
  aispm-mock --dynamic --seed demo             generated data, the same after every start
  aispm-mock --chaos error=20%,latency=p50:80/p99:2000 --chaos listRules:drop=50% --seed 1
                                               faults, the same after every start

GET /healthz returns 200 as soon as the mock is running. The file MOCK_DIFFERENCES.md in the package describes how the mock
differs from a real service.
`;

/** Lists the scenarios for the help. */
function listScenarios(): string {
  return Object.entries(SCENARIOS)
    .map(([name, { description }]) => `                        ${name.padEnd(10)} ${description}`)
    .join('\n');
}

/** Delay before startup is completed, in milliseconds, so that it doesn't slow down the first responses. */
const SETTLE_AFTER_MS = 500;

/** Completes startup. */
function settle(): void {
  // Node writes the cache when it exits regularly; this also covers a mock that is killed.
  cache.flushCompileCache?.();
  // Under load, V8 would double the space for short-lived objects up to three times 32 MB, without being faster.
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** An invalid argument; the message is one line. */
class UsageError extends SettingError {}

/** The parsed arguments of `aispm-mock`. */
export interface CommandLine {
  options: MockOptions;
  /** The file that the tokens come from. */
  tokenFile: string | undefined;
  port: number;
  host: string;
  quiet: boolean;
  help: boolean;
}

/** Joins options with values that are negative numbers: `--delay -5` becomes `--delay=-5`. */
function joinNegativeNumbers(args: readonly string[]): string[] {
  const isValue = (index: number) => /^-\d/.test(args[index] ?? '') && /^--[a-z-]+$/.test(args[index - 1] ?? '');
  return args.flatMap((argument, index) => {
    if (isValue(index)) return [];
    return isValue(index + 1) ? `${argument}=${args[index + 1]}` : argument;
  });
}

function parseArguments(args: string[]) {
  try {
    const { values, tokens } = parseArgs({
      // A value such as -5 would otherwise be another option.
      args: joinNegativeNumbers(args),
      tokens: true,
      allowNegative: true,
      options: {
        port: { type: 'string', default: String(DEFAULT_PORT) },
        host: { type: 'string', default: DEFAULT_HOST },
        'base-url': { type: 'string' },
        contract: { type: 'string' },
        dynamic: { type: 'boolean', default: false },
        scenario: { type: 'string' },
        rows: { type: 'string' },
        now: { type: 'boolean' },
        seed: { type: 'string' },
        delay: { type: 'string', default: '0' },
        chaos: { type: 'string', multiple: true },
        tokens: { type: 'string' },
        stateful: { type: 'boolean' },
        state: { type: 'string' },
        proxy: { type: 'string' },
        record: { type: 'string' },
        overrides: { type: 'string' },
        control: { type: 'boolean', default: true },
        'control-token': { type: 'string' },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const names = new Set(tokens.flatMap((token) => (token.kind === 'option' ? token.rawName : [])));
    const negated = [...names].find((name) => names.has(name.replace(/^--/, '--no-')));
    if (negated !== undefined) {
      throw new UsageError(`${negated} contradicts --no-${negated.slice(2)}; use only one of them.`);
    }
    const port = Number(values.port);
    if (!/^\d{1,5}$/.test(values.port) || port > 65535) {
      throw new UsageError(`--port must be a number from 0 to 65535; got "${values.port}".`);
    }
    if (!/^\d{1,5}$/.test(values.delay) || Number(values.delay) > MAX_WAIT_MS) {
      throw new UsageError(`--delay must be a number of milliseconds from 0 to ${MAX_WAIT_MS}; got "${values.delay}".`);
    }
    if (!values.control && values['control-token'] !== undefined) {
      throw new UsageError('--control-token contradicts --no-control; use only one of them.');
    }
    if (values.stateful === false && values.state !== undefined) {
      throw new UsageError('--state contradicts --no-stateful; use only one of them.');
    }
    if (values.rows !== undefined && !/^\d{1,5}$/.test(values.rows)) {
      throw new UsageError(`--rows must be a number from 1 to ${MAX_ROWS}; got "${values.rows}".`);
    }
    return { ...values, port, delayMs: Number(values.delay) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/\.\s/)[0] : String(error);
    throw error instanceof UsageError ? error : new UsageError(`${reason}. See aispm-mock --help.`);
  }
}

/**
 * Reads the arguments of `aispm-mock`, for programs that start the mock themselves.
 *
 * @throws {SettingError} when an argument is invalid
 * @throws {TokensError} when the token file can't be used
 */
export async function readCommandLine(args: string[]): Promise<CommandLine> {
  const { port, host, quiet, help, ...flags } = parseArguments(args);
  const { contract, dynamic, scenario, rows, now, seed, delayMs, chaos, stateful, 'base-url': baseUrl, tokens } = flags;
  const { control, 'control-token': controlToken, state: stateFile, proxy, record, overrides } = flags;
  const options: MockOptions = {
    dynamic,
    delayMs,
    stateful: stateful ?? stateFile !== undefined,
    ...(stateFile !== undefined && { stateFile }),
    control: controlToken === undefined ? control : { token: controlToken },
    ...(baseUrl !== undefined && { baseUrl }),
    ...(contract !== undefined && { contract }),
    // The mock checks it.
    ...(scenario !== undefined && { scenario: scenario as ScenarioName }),
    ...(rows !== undefined && { rows: Number(rows) }),
    ...(now !== undefined && { now }),
    ...(seed !== undefined && { seed }),
    ...(chaos !== undefined && { chaos }),
    ...(tokens !== undefined && { tokens: await loadTokens(tokens) }),
    ...(proxy !== undefined && { proxy }),
    ...(record !== undefined && { record }),
    ...(overrides !== undefined && { overrides: await loadOverrides(overrides) }),
  };
  return { options, tokenFile: tokens, port, host, quiet, help };
}

/** @throws {SettingError} when the file can't be read, or isn't an array */
async function loadOverrides(file: string): Promise<InitialOverride[]> {
  const value = await readDocument(file).catch((error: Error) => {
    throw new UsageError(`The overrides "${file}" cannot be used: ${error.message}.`);
  });
  if (Array.isArray(value)) return value;
  throw new UsageError(`The overrides "${file}" cannot be used: they must be an array.`);
}

async function serve(args: string[]): Promise<void> {
  // Caches Prism's compiled code for the next start. Static imports of this file would run before this.
  cache.enableCompileCache?.();
  const { options, tokenFile, port, host, quiet, help } = await readCommandLine(args);
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  const { createMock } = await import('./hosts/mock.ts');
  const mock = await createMock(options).catch((error: unknown) => {
    throw error instanceof TokensError && tokenFile !== undefined ? ofTokenFile(tokenFile, error) : error;
  });
  const { url, curl, close } = await mock.listen({ port, host });
  if (!quiet) {
    process.stdout.write(`The AISPM mock serves ${mock.operationCount} operations at ${url}\n`);
    if (curl) process.stdout.write(`Try it:\n  ${curl}\n`);
    process.stdout.write('Press Ctrl-C to stop it.\n');
  }
  setTimeout(settle, SETTLE_AFTER_MS).unref();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}

/**
 * Serves the mock until a signal stops it.
 *
 * @returns the exit code
 */
export async function main(args: string[]): Promise<number> {
  try {
    await serve(args);
    return 0;
  } catch (error) {
    const isUserError = [UsageError, ContractError, ListenError, SettingError, TokensError].some(
      (type) => error instanceof type,
    );
    if (!isUserError) throw error;
    process.stderr.write(`aispm-mock: ${(error as Error).message}\n`);
    return 1;
  }
}
