/** Executes the command. */
import packageJson from '../package.json' with { type: 'json' };
import { type Arguments, parseArguments } from './command/arguments.ts';
import { deliver } from './command/deliver.ts';
import { HELP } from './command/help.ts';
import { executeMcp } from './command/mcp.ts';
import { executeModels } from './command/models.ts';
import { createProgress } from './command/progress.ts';
import { ScanError, type ScanReport, scan } from './index.ts';
import { listChangedFiles } from './walk/git.ts';
import { changedOnly } from './write/changed.ts';
import { explain } from './write/explain.ts';
import { UploadError } from './write/upload.ts';

/** What the first argument can be instead of a path. A folder of such a name is scanned as `./models`. */
const COMMANDS: ReadonlyMap<string, (args: string[]) => Promise<number>> = new Map([
  ['mcp', executeMcp],
  ['models', executeModels],
]);

/**
 * Executes the command.
 *
 * @returns the exit code
 */
export async function main(args: string[]): Promise<number> {
  const [first, ...rest] = args;
  try {
    const command = first === undefined ? undefined : COMMANDS.get(first);
    if (command !== undefined) return await command(rest);
    const parsed = parseArguments(args);
    if (parsed.help || parsed.version) {
      process.stdout.write(parsed.help ? HELP : `${packageJson.version}\n`);
      return 0;
    }
    return await execute(parsed);
  } catch (error) {
    if (!(error instanceof ScanError || error instanceof UploadError)) throw error;
    process.stderr.write(`aispm-scan: ${error.message}\n`);
    return error instanceof UploadError ? 3 : 2;
  }
}

async function execute(args: Arguments): Promise<number> {
  const report = await scanPath(args);
  if (args.explain !== undefined) {
    process.stdout.write(await explain(report, args.path, args.explain));
    return 0;
  }
  return deliver(report, args);
}

async function scanPath(args: Arguments): Promise<ScanReport> {
  const progress = createProgress(process.stderr, args.quiet);
  try {
    const report = await scan(args.path, {
      exclude: args.exclude,
      ...(args.target !== undefined && { target: args.target }),
      trigger: process.env.CI ? 'ci' : 'manual',
      onProgress: progress.show,
    });
    return args.since === undefined ? report : changedOnly(report, await changedFiles(args.path, args.since));
  } finally {
    progress.clear();
  }
}

async function changedFiles(path: string, reference: string): Promise<ReadonlySet<string>> {
  const files = await listChangedFiles(path, reference);
  if (files === undefined) {
    throw new ScanError(
      `git cannot compare with "${reference}" (--since). Fetch it first, and pass a branch, a tag or a commit.`,
    );
  }
  return new Set(files);
}
