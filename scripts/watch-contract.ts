/** Builds the contract again whenever one of its files changes. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { watch } from 'chokidar';
import { noTelemetry } from './turbo.ts';

const root = join(import.meta.dirname, '..');
const spec = join(root, 'spec');

/** An editor may write several files at once. */
const SETTLE_MS = 100;

/** What happens to those who depend on the contract. */
export interface ContractWatch {
  /** A file has changed, and the contract is being built. */
  building(file: string): void;
  /** The contract has been built; what depends on it is to follow. Nothing is built meanwhile. */
  built(): Promise<void>;
  /** The contract could not be built and is as it was. The report has a line with file and line for each finding. */
  failed(report: string): void;
}

/**
 * Watches what the build of the contract depends on, until it is stopped.
 *
 * @returns resolves when the watch has begun
 */
export async function watchContract(follow: ContractWatch, stopped: AbortSignal): Promise<void> {
  let changed: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;

  const run = async () => {
    isRunning = true;
    while (changed !== undefined && !stopped.aborted) {
      follow.building(relative(root, changed));
      changed = undefined;
      const report = await runBuild(spec, stopped);
      if (stopped.aborted) return;
      if (report === undefined) await follow.built();
      else follow.failed(report);
    }
    isRunning = false;
  };

  const watcher = watch(inputsOfContract(), { ignoreInitial: true });
  stopped.addEventListener('abort', () => {
    clearTimeout(timer);
    void watcher.close();
  });
  watcher.on('all', (_, file) => {
    changed = file;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!isRunning) void run();
    }, SETTLE_MS);
  });
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
}

/** The files and folders that `turbo.json` lists as inputs of the contract's build. */
function inputsOfContract(): string[] {
  const { tasks } = JSON.parse(readFileSync(join(root, 'turbo.json'), 'utf8'));
  const inputs: string[] = tasks['@aispm/spec#build'].inputs;
  return inputs.map((input) => join(spec, input.replace('$TURBO_ROOT$', '..').replace(/\/\*\*$/, '')));
}

/**
 * Runs the build of a package, which leaves its `dist` as it was when it fails.
 *
 * @returns what it printed when it failed
 */
export function runBuild(folder: string, stopped: AbortSignal): Promise<string | undefined> {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, ...noTelemetry, PATH: path };
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
