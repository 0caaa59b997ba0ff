/** Builds the contract after each change of its files. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join, matchesGlob, relative, sep } from 'node:path';
import { watch } from 'chokidar';
import { NO_TELEMETRY } from './turbo.ts';

const root = join(import.meta.dirname, '..');
const spec = join(root, 'spec');

/** An editor may write several files at once. */
const DEBOUNCE_MS = 100;

/** Called during the builds of the contract. */
export interface ContractListener {
  /** A file has changed, and a build starts. */
  onChange(file: string): void;
  /** The contract has been built. The next build waits until the promise is settled. */
  onBuilt(): Promise<void>;
  /** The build failed, and the contract is unchanged. The report has file and line of each finding. */
  onFailure(report: string): void;
}

/**
 * Watches the inputs of the contract's build, until it is stopped.
 *
 * @returns resolves when the watcher is ready
 */
export async function watchContract(listener: ContractListener, stopped: AbortSignal): Promise<void> {
  let changedFile: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;

  const run = async () => {
    isRunning = true;
    while (changedFile !== undefined && !stopped.aborted) {
      listener.onChange(relative(root, changedFile));
      changedFile = undefined;
      const report = await runBuild(spec, stopped);
      if (stopped.aborted) return;
      if (report === undefined) await listener.onBuilt();
      else listener.onFailure(report);
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
    changedFile = file;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!isRunning) void run();
    }, DEBOUNCE_MS);
  });
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
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
      // turbo leaves out what git ignores, too. The build uses temporary folders with a leading dot.
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
 * Runs the build of a package. A build that fails does not change its `dist`.
 *
 * @returns the output of a failed build; undefined when it succeeded
 */
export function runBuild(folder: string, stopped: AbortSignal): Promise<string | undefined> {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, ...NO_TELEMETRY, PATH: path };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['build/build.ts'],
      { cwd: folder, env, signal: stopped, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        resolve(error ? `${stdout}${stderr}`.trim() || error.message : undefined);
      },
    );
  });
}
