/** What the command does with its arguments. */
import { readFile, writeFile } from 'node:fs/promises';
import { setGlobalProxyFromEnv } from 'node:http';
import { parseArgs } from 'node:util';
import { CHECKS } from './checks/catalogue.js';
import { OptionError, UnreachableError } from './errors.js';
import { type KnownDifference, LIMITS, type Limit } from './options.js';
import { createProgressBar } from './progress.js';
import { junitReport, textReport } from './report.js';

declare module 'node:http' {
  /** In Node.js since 24.14; its types are older. */
  function setGlobalProxyFromEnv(): () => void;
}

const HELP = `Usage: aispm-conformance --base-url <url> --token <key> [options]

Holds a server of the AISPM API to its contract. It only reads, unless it is told to write.

Where:
  --base-url <url>           the API up to and with its version, such as https://aispm.example.com/api/v1
  --token <key>              the API key, without "Bearer" (or the environment variable AISPM_TOKEN)
  --tenant <id>              tenant and workspace to look at (default: those of the contract's examples)
  --workspace <id>
  --second-token <key>       an API key that does not reach the tenant (or AISPM_SECOND_TOKEN)
  --second-tenant <id>       a tenant and workspace that only the second key reaches
  --second-workspace <id>
What:
  --write                    also create, change and delete; only what the run made itself, which is gone afterwards
  --leave-records            with --write: also what cannot be undone: a failed scan, one interaction, and an issue
                             that is set to the status it has
  --strict                   also refuse fields that the contract does not name
  --allow-empty              let pass what could not be tried because the server has no data for it
  --operations <a,b>         only these operations
  --checks <a,b>             only these checks: ${CHECKS.slice(0, 8)
    .map(({ name }) => name)
    .join(', ')},
                             ${CHECKS.slice(8)
                               .map(({ name }) => name)
                               .join(', ')}
  --known <file>             violations that do not count, JSON:
                             [{"check": "order", "operations": ["listRules"], "reason": "…"}]
Limits:
  --max-requests <number>    requests of the run (default ${LIMITS.maxRequests.standard})
  --max-time <seconds>       time of the run (default ${LIMITS.maxTime.standard})
  --timeout <seconds>        time for one answer (default ${LIMITS.timeout.standard})
  --wait <seconds>           time for a run or an export to end (default ${LIMITS.wait.standard})
  --concurrency <number>     requests at the same time (default ${LIMITS.concurrency.standard})
Output:
  --json <file>              write the report as JSON
  --junit <file>             write the report as JUnit XML
  --quiet                    print only the verdict
  --help                     show this text

A proxy is taken from HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
The exit code is 0 when the server conforms, 1 when it does not, and 2 when it could not be examined.
`;

const OPTIONS = {
  'base-url': { type: 'string' },
  token: { type: 'string' },
  tenant: { type: 'string' },
  workspace: { type: 'string' },
  'second-token': { type: 'string' },
  'second-tenant': { type: 'string' },
  'second-workspace': { type: 'string' },
  write: { type: 'boolean', default: false },
  'leave-records': { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  'allow-empty': { type: 'boolean', default: false },
  operations: { type: 'string' },
  checks: { type: 'string' },
  known: { type: 'string' },
  'max-requests': { type: 'string' },
  'max-time': { type: 'string' },
  timeout: { type: 'string' },
  wait: { type: 'string' },
  concurrency: { type: 'string' },
  json: { type: 'string' },
  junit: { type: 'string' },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** End the run early; what it made is taken away all the same. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs the command.
 *
 * @returns the exit code
 */
export async function main(args: string[]): Promise<number> {
  try {
    return await run(readArguments(args));
  } catch (error) {
    if (!(error instanceof OptionError || error instanceof UnreachableError)) throw error;
    process.stderr.write(`aispm-conformance: ${error.message}\n`);
    return 2;
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new OptionError(`${(error as Error).message.split(/\. |\n/)[0]}. See aispm-conformance --help.`);
  }
}

async function run(values: ReturnType<typeof readArguments>): Promise<number> {
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const token = values.token ?? process.env.AISPM_TOKEN;
  const { 'base-url': baseUrl } = values;
  if (!baseUrl)
    throw new OptionError('--base-url is missing: the address of the API, such as https://aispm.example.com/api/v1.');
  if (!token) throw new OptionError('--token is missing: the API key, also by the environment variable AISPM_TOKEN.');
  checkPairs(values);
  // Only now: an answer to --help needs no proxy, and a broken address of one is a user's mistake.
  useProxy();
  const known = values.known === undefined ? [] : await readKnown(values.known);
  const limits = {
    maxRequests: readNumber(values, 'max-requests'),
    maxTime: readNumber(values, 'max-time'),
    timeout: readNumber(values, 'timeout'),
    wait: readNumber(values, 'wait'),
    concurrency: readNumber(values, 'concurrency'),
  };
  const stop = new AbortController();
  const abort = () => stop.abort();
  for (const signal of SIGNALS) process.once(signal, abort);
  // Loading the validator takes longer than telling a mistake in the arguments.
  const { examine } = await import('./run.js');
  const bar = createProgressBar(process.stderr, values.quiet);
  const report = await examine({
    baseUrl,
    token,
    tenant: values.tenant,
    workspace: values.workspace,
    secondToken: values['second-token'] ?? process.env.AISPM_SECOND_TOKEN,
    secondTenant: values['second-tenant'],
    secondWorkspace: values['second-workspace'],
    write: values.write,
    leaveRecords: values['leave-records'],
    strict: values.strict,
    allowEmpty: values['allow-empty'],
    operations: values.operations?.split(','),
    checks: values.checks?.split(','),
    knownDifferences: known,
    ...limits,
    onProgress: bar.show,
    signal: stop.signal,
  }).finally(() => {
    bar.clear();
    for (const signal of SIGNALS) process.off(signal, abort);
  });
  if (values.json !== undefined) await write(values.json, `${JSON.stringify(report, undefined, 2)}\n`);
  if (values.junit !== undefined) await write(values.junit, junitReport(report));
  const text = textReport(report, process.stdout.isTTY && !process.env.NO_COLOR);
  process.stdout.write(values.quiet ? `${text.trimEnd().split('\n\n').at(-1)}\n` : text);
  return report.passed ? 0 : 1;
}

/** Options that mean nothing without another. */
function checkPairs(values: ReturnType<typeof readArguments>): void {
  if (values['leave-records'] && !values.write) throw new OptionError('--leave-records needs --write.');
  const isHalf = (values['second-tenant'] === undefined) !== (values['second-workspace'] === undefined);
  if (isHalf) throw new OptionError('--second-tenant and --second-workspace go together.');
}

function readNumber(
  values: ReturnType<typeof readArguments>,
  flag: 'max-requests' | 'max-time' | 'timeout' | 'wait' | 'concurrency',
) {
  const text = values[flag];
  if (text === undefined) return undefined;
  const name = flag.replace(/-(.)/, (_, letter: string) => letter.toUpperCase()) as Limit;
  const { least, most } = LIMITS[name];
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw new OptionError(`--${flag} must be a whole number from ${least} to ${most}; got "${text}".`);
  }
  return value;
}

async function readKnown(file: string): Promise<KnownDifference[]> {
  const refuse = (reason: string) => new OptionError(`The file ${file} (--known) cannot be used: ${reason}.`);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw refuse(error.code === 'ENOENT' ? 'there is no such file' : error.message);
  });
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw refuse(`it is not JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(list) || !list.every(isKnownDifference)) {
    throw refuse('it must be a list of {"check": "…", "operations": ["…"], "reason": "…"}');
  }
  return list;
}

function isKnownDifference(value: unknown): value is KnownDifference {
  const { check, operations, reason } = (value ?? {}) as Record<string, unknown>;
  const isTexts = Array.isArray(operations) && operations.every((one) => typeof one === 'string');
  return typeof check === 'string' && isTexts && typeof reason === 'string' && reason !== '';
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: Error) => {
    throw new OptionError(`The report cannot be written: ${error.message}.`);
  });
}

function useProxy(): void {
  try {
    setGlobalProxyFromEnv();
  } catch (error) {
    throw new OptionError(`The proxy of the environment cannot be used: ${(error as Error).message}.`);
  }
}
