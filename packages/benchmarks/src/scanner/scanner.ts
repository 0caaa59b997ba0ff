/**
 * Measures the command on a git repository, in separate processes. Processor time depends less on other load than time does.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Result } from '../report/result.ts';
import { ROOT } from '../shared/repository.ts';
import { temporaryFolder } from '../shared/temporary-folder.ts';
import { generateRepository } from './generate-repository.ts';

const TEAMS = 100;
const COPIES = 4;
/** Number of measurements per row; the fastest counts. */
const ROUNDS = 3;
const COMMAND = join(ROOT, 'packages/scanner/dist/cli.js');

interface Measured {
  /** Seconds until the process ended, and of processor time. */
  readonly seconds: number;
  readonly cpu: number;
  /** Highest resident memory, in megabytes. */
  readonly peak: number;
}

/** Measures a generated repository or, with an argument, the repository in that folder. */
export async function measure([given]: readonly string[]): Promise<Result> {
  if (given !== undefined) return await measureRepository(resolve(given), `\`${given}\``);
  const repository = temporaryFolder();
  generateRepository(repository, TEAMS);
  return await measureRepository(
    repository,
    'A generated repository with agents in Python and TypeScript and MCP servers in Go',
  );
}

/** @param subject describes the repository in the report */
async function measureRepository(repository: string, subject: string): Promise<Result> {
  const files = countFiles(repository);
  const folder = temporaryFolder();
  const several = join(folder, 'copies');
  for (let index = 0; index < COPIES; index += 1) {
    cpSync(repository, join(several, `${index}`), { recursive: true, filter: (path) => !/[\\/]\.git$/.test(path) });
  }
  const single = join(folder, 'single');
  mkdirSync(single);
  writeFileSync(join(single, 'agents.py'), readFileSync(join(import.meta.dirname, 'agents.py')));
  const cache = join(folder, 'cache');
  const scan = (path: string, isFirst: boolean) => () => {
    if (isFirst) rmSync(cache, { recursive: true, force: true });
    return run(COMMAND, [path, '--quiet'], { XDG_CACHE_HOME: cache });
  };
  const subjects: [string, () => Promise<Measured>][] = [
    ['reading all files, without parsing', () => run(join(import.meta.dirname, 'read-all.ts'), [repository])],
    ['first scan', scan(repository, true)],
    ['unchanged scan', scan(repository, false)],
    ['one file', scan(single, true)],
    [`${COPIES} copies`, scan(several, true)],
  ];
  const rows: string[][] = [];
  for (const [name, runOnce] of subjects) {
    process.stderr.write(`${name}\n`);
    const { seconds, cpu, peak } = await fastest(runOnce);
    rows.push([name, seconds.toFixed(2), cpu.toFixed(2), peak.toFixed(0)]);
  }
  return {
    description: `${subject}: ${files.toLocaleString('en')} files. Each scan runs in a separate process; times are the fastest of ${ROUNDS}.`,
    table: { columns: ['', 'Time, s', 'Processor time, s', 'Peak memory, MB'], rows },
    notes: [],
    missed: [],
  };
}

function countFiles(repository: string): number {
  try {
    return (
      execFileSync('git', ['ls-files', '-z'], {
        cwd: repository,
        encoding: 'utf8',
        maxBuffer: 1e9,
        stdio: ['ignore', 'pipe', 'ignore'],
      }).split('\0').length - 1
    );
  } catch {
    throw new Error(`${repository} is no git repository. Pass the folder of one, or nothing.`);
  }
}

async function fastest(runOnce: () => Promise<Measured>): Promise<Measured> {
  const all: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await runOnce());
  return all.reduce((best, one) => (one.cpu < best.cpu ? one : best));
}

/** Runs a program of Node.js. */
async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Measured> {
  const recorder = join(import.meta.dirname, 'record-resources.ts');
  const start = performance.now();
  const child: ChildProcess = spawn(process.execPath, ['--import', recorder, program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  let output = '';
  child.stdio[3]?.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done));
  if (code !== 0) throw new Error(`${program} ended with ${code}; its output says why.`);
  return { ...(JSON.parse(output) as { cpu: number; peak: number }), seconds: (performance.now() - start) / 1000 };
}
