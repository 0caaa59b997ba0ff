/** Executes the command. */
import { parseArgs } from 'node:util';
import { ScanError, type ScanReport, scan } from './index.ts';
import { summaryOf } from './write/summary.ts';

const HELP = `Usage: aispm-scan [path] [options]

Finds agents, tools, models and MCP servers with their relations. It reads files and git only, and sends nothing.

Options:
  --exclude <pattern>   paths that are not read, in the syntax of .gitignore; may be repeated
  --output <format>     "summary" (default), or "scan": the scan document as JSON
  --target <name>       the name of the repository in every scan (default: the address of its remote)
  --help                print this text

The exit code is 0 when the scan was completed, and 2 when it was not.
`;

const OPTIONS = {
  exclude: { type: 'string', multiple: true },
  output: { type: 'string', default: 'summary' },
  target: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const FORMATS: Record<string, (report: ScanReport) => string> = {
  summary: summaryOf,
  scan: ({ document }) => `${JSON.stringify(document, undefined, 2)}\n`,
};

/**
 * Executes the command.
 *
 * @returns the exit code
 */
export async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = readArguments(args);
    if (values.help) {
      process.stdout.write(HELP);
      return 0;
    }
    const format = Object.hasOwn(FORMATS, values.output) ? FORMATS[values.output] : undefined;
    if (format === undefined) {
      throw new ScanError(`--output must be one of ${Object.keys(FORMATS).join(', ')}; got "${values.output}".`);
    }
    const report = await scan(positionals[0] ?? '.', {
      ...(values.exclude !== undefined && { exclude: values.exclude }),
      ...(values.target !== undefined && { target: values.target }),
      trigger: process.env.CI ? 'ci' : 'manual',
    });
    process.stdout.write(format(report));
    return 0;
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    process.stderr.write(`aispm-scan: ${error.message}\n`);
    return 2;
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new ScanError(`${(error as Error).message.split(/\. |\n/)[0]}. See aispm-scan --help.`);
  }
}
