/** Parses the arguments of the command. */
import { parseArgs } from 'node:util';
import type { Severity } from '@aispm/types';
import { ScanError } from '../index.ts';
import { SEVERITIES } from '../severities.ts';

const OPTIONS = {
  exclude: { type: 'string', multiple: true },
  output: { type: 'string' },
  target: { type: 'string' },
  since: { type: 'string' },
  explain: { type: 'string' },
  upload: { type: 'boolean' },
  'fail-on': { type: 'string' },
  quiet: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** The formats of `--output`. */
export const FORMATS = ['summary', 'scan', 'sarif', 'cyclonedx'] as const;

/** The arguments. */
export interface Arguments {
  readonly path: string;
  readonly exclude: readonly string[];
  readonly output: (typeof FORMATS)[number];
  readonly target?: string;
  readonly since?: string;
  readonly explain?: string;
  readonly upload: boolean;
  readonly failOn?: Severity;
  readonly quiet: boolean;
  readonly version: boolean;
  readonly help: boolean;
}

/**
 * Parses arguments.
 *
 * @throws {ScanError} when an option is unknown, has a wrong value, or contradicts another one
 */
export function parseArguments(args: string[]): Arguments {
  const { values, positionals } = readArguments(args);
  if (positionals.length > 1)
    throw new ScanError(`One path is expected; got ${positionals.length}. See aispm-scan --help.`);
  const output = oneOf('--output', FORMATS, values.output ?? 'summary');
  const failOn = values['fail-on'] === undefined ? undefined : oneOf('--fail-on', SEVERITIES, values['fail-on']);
  const { upload = false, since, explain, target } = values;
  if (since !== undefined && upload) {
    throw new ScanError(
      '--since cannot be used with --upload: a scan document is complete, and what it omits counts as removed.',
    );
  }
  if (since !== undefined && output === 'scan') {
    throw new ScanError('--since cannot be used with --output scan: a scan document is complete.');
  }
  if (failOn !== undefined && !upload) {
    throw new ScanError('--fail-on needs --upload: the findings are those of the rules of the service.');
  }
  return {
    path: positionals[0] ?? '.',
    exclude: values.exclude ?? [],
    output,
    upload,
    quiet: values.quiet ?? false,
    version: values.version ?? false,
    help: values.help ?? false,
    ...(target !== undefined && { target }),
    ...(since !== undefined && { since }),
    ...(explain !== undefined && { explain }),
    ...(failOn !== undefined && { failOn }),
  };
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new ScanError(`${(error as Error).message.split(/\. |\n/)[0]}. See aispm-scan --help.`);
  }
}

function oneOf<T extends string>(option: string, allowed: readonly T[], value: string): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new ScanError(`${option} must be one of ${allowed.join(', ')}; got "${value}".`);
  return found;
}
