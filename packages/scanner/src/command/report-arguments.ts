/** The options that all commands share: output of a report. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Severity } from '@aispm/types';
import { ScanError } from '../core/errors.ts';
import { SEVERITIES } from '../core/severities.ts';

/** The options of a command, in the format of `parseArgs`. */
export type Options = NonNullable<ParseArgsConfig['options']>;

/** Arguments, split into options and the rest. */
export type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true; tokens: true }>
>;

/** The formats of `--output`. */
export const FORMATS = ['summary', 'scan', 'sarif', 'cyclonedx'] as const;

/** The options in the format of `parseArgs`. */
export const REPORT_OPTIONS = {
  output: { type: 'string' },
  target: { type: 'string' },
  upload: { type: 'boolean' },
  'fail-on': { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** The arguments of these options. */
export interface ReportArguments {
  readonly output: (typeof FORMATS)[number];
  readonly target?: string;
  readonly upload: boolean;
  readonly failOn?: Severity;
  readonly quiet: boolean;
  readonly help: boolean;
}

/**
 * Reads the values of the shared options.
 *
 * @throws {ScanError} when a value isn't possible
 */
export function readReportArguments(values: {
  readonly output?: string | undefined;
  readonly target?: string | undefined;
  readonly upload?: boolean | undefined;
  readonly 'fail-on'?: string | undefined;
  readonly quiet?: boolean | undefined;
  readonly help?: boolean | undefined;
}): ReportArguments {
  const failOn = values['fail-on'];
  return {
    output: oneOf('--output', FORMATS, values.output ?? 'summary'),
    upload: values.upload ?? false,
    quiet: values.quiet ?? false,
    help: values.help ?? false,
    ...(values.target !== undefined && { target: values.target }),
    ...(failOn !== undefined && { failOn: oneOf('--fail-on', SEVERITIES, failOn) }),
  };
}

/**
 * Splits arguments into options and the rest.
 *
 * @throws {ScanError} when an option is unknown, has no value, or is given twice although it has one value
 */
export function readArguments<T extends Options>(args: string[], options: T, command = 'aispm-scan'): Parsed<T> {
  const parsed = parse(args, options, command);
  const seen = new Set<string>();
  for (const token of parsed.tokens) {
    // An empty value usually comes from a variable of a script that isn't set.
    const isEmpty = token.kind === 'positional' ? token.value === '' : token.kind === 'option' && token.value === '';
    if (isEmpty) throw new ScanError(`${token.kind === 'option' ? token.rawName : 'The path'} must not be empty.`);
    if (token.kind !== 'option' || options[token.name]?.multiple) continue;
    if (seen.has(token.name)) throw new ScanError(`${token.rawName} is given twice. See ${command} --help.`);
    seen.add(token.name);
  }
  return parsed;
}

function parse<T extends Options>(args: string[], options: T, command: string): Parsed<T> {
  try {
    return parseArgs({ args, options, allowPositionals: true, tokens: true });
  } catch (error) {
    throw new ScanError(`${(error as Error).message.split(/\.\s/)[0]}. See ${command} --help.`);
  }
}

/**
 * Returns the value of an option.
 *
 * @throws {ScanError} when it isn't one of those that are allowed
 */
export function oneOf<T extends string>(option: string, allowed: readonly T[], value: string): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new ScanError(`${option} must be one of ${allowed.join(', ')}; got "${value}".`);
  return found;
}
