/** Executes the command. */
import packageJson from '../package.json' with { type: 'json' };
import { type Arguments, parseArguments } from './command/arguments.ts';
import { deliver } from './command/deliver.ts';
import { executeDiff } from './command/diff.ts';
import { HELP } from './command/help.ts';
import { executeMcp } from './command/mcp.ts';
import { executeModels } from './command/models.ts';
import { createProgress } from './command/progress.ts';
import { ScanError, type ScanReport, scan } from './index.ts';
import { printable } from './text/terminal.ts';
import { listChangedFiles, readRepository } from './walk/git.ts';
import { requireFolder } from './walk/walk.ts';
import { changedOnly } from './write/changed.ts';
import { explain } from './write/explain.ts';
import { checkEnvironment } from './write/upload.ts';
import { UploadError } from './write/upload-errors.ts';

/** What the first argument can be instead of a path. A folder of such a name is scanned as `./models`. */
const COMMANDS: ReadonlyMap<string, (args: string[]) => Promise<number>> = new Map([
  ['diff', executeDiff],
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
    if (error instanceof ScanError || error instanceof UploadError) {
      process.stderr.write(`aispm-scan: ${printable(error.message)}\n`);
      return error instanceof UploadError ? 3 : 2;
    }
    const lines = (error instanceof Error && error.stack ? error.stack : String(error)).split('\n').map(printable);
    process.stderr.write(`aispm-scan: This is an error of the scanner. Please report it:\n${lines.join('\n')}\n`);
    return 4;
  }
}

async function execute(args: Arguments): Promise<number> {
  // Before the scan, which takes long.
  if (args.upload) checkEnvironment(process.env);
  const report = await scanPath(args);
  if (args.explain !== undefined) {
    process.stdout.write(await explain(report, args.path, args.explain));
    return 0;
  }
  return deliver(report, args);
}

async function scanPath(args: Arguments): Promise<ScanReport> {
  const changed = args.since === undefined ? undefined : await changedFiles(args.path, args.since);
  const progress = createProgress(process.stderr, args.quiet);
  try {
    const report = await scan(args.path, {
      exclude: args.exclude,
      ...(args.target !== undefined && { target: args.target }),
      trigger: process.env.CI ? 'ci' : 'manual',
      onProgress: progress.show,
    });
    return changed === undefined ? report : changedOnly(report, changed.files, changed.prefix);
  } finally {
    progress.clear();
  }
}

interface Changed {
  readonly files: ReadonlySet<string>;
  /** The scanned folder below the root of the repository. */
  readonly prefix: string;
}

async function changedFiles(path: string, reference: string): Promise<Changed> {
  await requireFolder(path);
  const repository = await readRepository(path);
  if (repository === undefined) {
    throw new ScanError(`--since needs a git repository, and git can't read one in ${path}.`);
  }
  const files = await listChangedFiles(path, reference);
  if (files === undefined) {
    throw new ScanError(
      `git can't compare with "${reference}" (--since). Fetch it first, and pass a branch, a tag or a commit.`,
    );
  }
  return { files: new Set(files), prefix: repository.prefix };
}
