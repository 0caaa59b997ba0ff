/** Builds the contract after each change of its files. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, matchesGlob, relative, sep } from 'node:path';
import { watch } from 'chokidar';
import { LineCounter, parseDocument } from 'yaml';
import { NO_TELEMETRY } from './turbo.ts';

const root = join(import.meta.dirname, '..');
const spec = join(root, 'spec');

/** An editor may write several files at once. */
const DEBOUNCE_MS = 100;

/** Called during the builds of the contract. */
export interface ContractListener {
  /** Files have changed, and a build starts. */
  onChange(file: string): void;
  /** A changed file isn't valid YAML, and nothing is built. The location has file, line and cause. */
  onMistake(location: string): void;
  /** The contract has been bundled without findings of its linter: it can be used before the complete build has ended. */
  onDraft(contract: object): Promise<void>;
  /** The contract has been built. The signal says that files have changed since. */
  onBuilt(outdated: AbortSignal): Promise<void>;
  /**
   * The build failed, and the contract is unchanged. The report has file and line of each finding.
   *
   * @param isServed whether the listener has received the draft
   */
  onFailure(report: string, isServed: boolean): void;
}

/**
 * Watches the inputs of the contract's build, until it's stopped. A change during a build ends that and starts another one.
 *
 * @returns resolves when the watcher is ready
 */
export async function watchContract(listener: ContractListener, stopped: AbortSignal): Promise<void> {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let current = new AbortController();
  let isRunning = false;

  const run = async () => {
    isRunning = true;
    for (let file = [...changed].at(-1); file !== undefined && !stopped.aborted; file = [...changed].at(-1)) {
      current = new AbortController();
      await buildOnce(file, listener, changed, AbortSignal.any([stopped, current.signal]));
    }
    isRunning = false;
  };

  const { paths, isIgnored } = readContractInputs();
  const watcher = watch(paths, { ignoreInitial: true, ignored: isIgnored });
  stopped.addEventListener('abort', () => {
    clearTimeout(timer);
    void watcher.close();
  });
  watcher.on('all', (_, file) => {
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      current.abort();
      if (!isRunning) void run();
    }, DEBOUNCE_MS);
  });
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
}

/** Builds the contract once. Files that aren't valid YAML remain in `changed`, until they change again. */
async function buildOnce(
  file: string,
  listener: ContractListener,
  changed: Set<string>,
  outdated: AbortSignal,
): Promise<void> {
  listener.onChange(relative(root, file));
  const mistake = [...changed].flatMap(findMistake).at(-1);
  changed.clear();
  if (mistake !== undefined) return listener.onMistake(mistake);
  const draft = await createDraft(outdated);
  if (outdated.aborted) return;
  if (draft) await listener.onDraft(draft);
  const report = await runBuild(spec, outdated);
  if (outdated.aborted) return;
  if (report === undefined) await listener.onBuilt(outdated);
  else listener.onFailure(report, draft !== undefined);
}

/** Returns the first mistake in the YAML of a file, with its location; an empty list when there's none. */
function findMistake(file: string): string[] {
  if (!/\.ya?ml$/.test(file) || !existsSync(file)) return [];
  const lines = new LineCounter();
  const { errors } = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines, prettyErrors: false });
  return errors.slice(0, 1).map(({ message, pos: [start] }) => {
    const { line, col } = lines.linePos(start);
    return `${relative(root, file)}:${line}:${col} ${message}`;
  });
}

/**
 * Bundles the contract and lints its source, which takes a fraction of the complete build.
 *
 * @returns the contract as it's published; undefined when there are findings, which the complete build reports
 */
async function createDraft(outdated: AbortSignal): Promise<object | undefined> {
  // In a fresh clone, this package is built only after this module is loaded.
  const { flattenSchemas, openResponses } = await import('@aispm/openapi');
  const folder = mkdtempSync(join(tmpdir(), 'aispm-contract-'));
  try {
    const file = join(folder, 'openapi.json');
    const bundle = ['bundle', 'aispm', '--output', file, '--component-renaming-conflicts-severity', 'error'];
    const reports = await Promise.all([redocly(bundle, outdated), redocly(['lint', 'aispm'], outdated)]);
    if (reports.some((report) => report !== undefined)) return undefined;
    const contract = JSON.parse(readFileSync(file, 'utf8'));
    flattenSchemas(contract);
    openResponses(contract);
    return contract;
  } catch {
    // The complete build reports what is wrong with the contract.
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function redocly(args: string[], outdated: AbortSignal): Promise<string | undefined> {
  return runNode([join(root, 'node_modules/@redocly/cli/bin/cli.js'), ...args], root, outdated);
}

/** Returns the files and folders to watch, by the inputs of the contract's build in `turbo.json`, and which of them to ignore. */
function readContractInputs(): { paths: string[]; isIgnored: (path: string) => boolean } {
  const { tasks } = JSON.parse(readFileSync(join(root, 'turbo.json'), 'utf8'));
  const inputs: string[] = tasks['@aispm/spec#build'].inputs;
  const excluded = inputs.filter((input) => input.startsWith('!')).map((input) => input.slice(1));
  const paths = inputs
    .filter((input) => !input.startsWith('!'))
    .map((input) => (input === '$TURBO_DEFAULT$' ? spec : join(spec, input.replace('$TURBO_ROOT$', '..'))));
  return {
    paths,
    isIgnored(path) {
      const name = relative(spec, path);
      if (name === '' || name.startsWith('..')) return false;
      const [folder = ''] = name.split(sep);
      // turbo leaves out what git ignores as well. The build uses temporary folders with a leading dot.
      return (
        ['dist', 'node_modules', 'reports'].includes(folder) || folder.startsWith('.') || matchesAny(name, excluded)
      );
    },
  };
}

function matchesAny(name: string, patterns: string[]): boolean {
  return patterns.some((pattern) => matchesGlob(name, pattern));
}

/**
 * Runs the build of a package. A build that fails or is outdated doesn't change its `dist`.
 *
 * @returns the output of a failed build; undefined when it succeeded
 */
export function runBuild(folder: string, outdated: AbortSignal): Promise<string | undefined> {
  return runNode(['build/build.ts'], folder, outdated);
}

function runNode(args: string[], cwd: string, outdated: AbortSignal): Promise<string | undefined> {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, ...NO_TELEMETRY, PATH: path };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env, signal: outdated, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve(error ? `${stdout}${stderr}`.trim() || error.message : undefined);
    });
  });
}
