/** Parses the arguments of the command. */
import { parseArgs } from 'node:util';
import { OptionError } from '../core/errors.ts';
import { LIMITS, type Limit } from '../core/options.ts';

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
  contract: { type: 'string' },
  'max-requests': { type: 'string' },
  'max-time': { type: 'string' },
  timeout: { type: 'string' },
  'job-timeout': { type: 'string' },
  concurrency: { type: 'string' },
  json: { type: 'string' },
  junit: { type: 'string' },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** The arguments by the names of their flags. */
export type Arguments = ReturnType<typeof parseArguments>;

/**
 * Parses arguments.
 *
 * @throws {OptionError} when a flag is unknown or has no value
 */
export function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new OptionError(`${(error as Error).message.split(/\.\s/)[0]}. See aispm-conformance --help.`);
  }
}

/**
 * Returns the base URL and the token.
 *
 * @throws {OptionError} when one of them is missing, or when a flag that another one requires is missing
 */
export function readServer(args: Arguments): { baseUrl: string; token: string } {
  const { 'base-url': baseUrl, token = process.env.AISPM_TOKEN } = args;
  if (!baseUrl) {
    throw new OptionError('--base-url is missing: the URL of the API, such as https://aispm.example.com/api/v1.');
  }
  if (!token) throw new OptionError('--token is missing: the API key, or the environment variable AISPM_TOKEN.');
  if (args['leave-records'] && !args.write) throw new OptionError('--leave-records needs --write.');
  if ((args['second-tenant'] === undefined) !== (args['second-workspace'] === undefined)) {
    throw new OptionError('--second-tenant and --second-workspace must be used together.');
  }
  return { baseUrl, token };
}

/**
 * Returns the numeric options.
 *
 * @throws {OptionError} when one is out of range
 */
export function parseLimits(args: Arguments): Record<Limit, number | undefined> {
  const flags = ['max-requests', 'max-time', 'timeout', 'job-timeout', 'concurrency'] as const;
  const entries = flags.map((flag) => {
    const text = args[flag];
    const name = flag.replace(/-(.)/, (_, letter: string) => letter.toUpperCase()) as Limit;
    if (text === undefined) return [name, undefined];
    const { min, max } = LIMITS[name];
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      throw new OptionError(`--${flag} must be an integer from ${min} to ${max}; got "${text}".`);
    }
    return [name, value];
  });
  return Object.fromEntries(entries);
}
