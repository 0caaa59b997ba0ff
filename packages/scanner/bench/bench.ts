/**
 * `npm run bench:scanner -- <folder>`: measures the command on a git repository, in processes of their own. Processor time depends less on
 * other load than time does. `--copies <n>` scans as many copies of the repository in one folder, too; `--rounds <n>` repeats each row,
 * and the fastest counts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { copies: { type: 'string', default: '4' }, rounds: { type: 'string', default: '3' } },
});
const [given] = positionals;
const copies = Number(values.copies);
const rounds = Number(values.rounds);
if (given === undefined || !Number.isInteger(copies) || !Number.isInteger(rounds) || copies < 1 || rounds < 1) {
  process.stderr.write(
    'Pass the folder of a git repository: npm run bench:scanner -- <folder> [--copies n] [--rounds n]\n',
  );
  process.exit(2);
}
const repository = resolve(given);

interface Measured {
  /** Seconds until the process ended, and of processor time. */
  readonly seconds: number;
  readonly cpu: number;
  /** Highest resident memory, in megabytes. */
  readonly peak: number;
}

const COMMAND = join(import.meta.dirname, '../dist/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'scanner-bench-'));
try {
  const several = join(folder, 'copies');
  for (let index = 0; index < copies; index += 1) {
    cpSync(repository, join(several, `${index}`), { recursive: true, filter: (path) => !/[\\/]\.git$/.test(path) });
  }
  const single = join(folder, 'single');
  mkdirSync(single);
  writeFileSync(join(single, 'agents.py'), readFileSync(join(import.meta.dirname, 'agents.py')));
  const rows: [string, Measured][] = [
    [
      'reading all files, without parsing',
      await fastest(() => measure(join(import.meta.dirname, 'read-all.ts'), [repository])),
    ],
    ['first scan', await fastest(() => scanOf(repository, true))],
    ['unchanged scan', await fastest(() => scanOf(repository, false))],
    ['one file', await fastest(() => scanOf(single, true))],
    [`${copies} copies`, await fastest(() => scanOf(several, true))],
  ];
  process.stdout.write(`${availableParallelism()} cores, Node.js ${process.versions.node}\n\n`);
  process.stdout.write('| | time | processor time | peak memory |\n|---|---|---|---|\n');
  for (const [name, { seconds, cpu, peak }] of rows) {
    process.stdout.write(`| ${name} | ${seconds.toFixed(2)} s | ${cpu.toFixed(2)} s | ${peak.toFixed(0)} MB |\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function fastest(run: () => Promise<Measured>): Promise<Measured> {
  let best: Measured | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const measured = await run();
    if (best === undefined || measured.cpu < best.cpu) best = measured;
  }
  return best as Measured;
}

function scanOf(path: string, isFirst: boolean): Promise<Measured> {
  const cache = join(folder, 'cache');
  if (isFirst) rmSync(cache, { recursive: true, force: true });
  return measure(COMMAND, [path, '--quiet'], { XDG_CACHE_HOME: cache });
}

/** Starts a program of Node.js and waits for its end. */
async function measure(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Measured> {
  const measureModule = join(import.meta.dirname, 'measure.ts');
  const start = performance.now();
  const child: ChildProcess = spawn(process.execPath, ['--import', measureModule, program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  let output = '';
  child.stdio[3]?.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done));
  if (code !== 0) throw new Error(`${program} ended with ${code}.`);
  return { ...(JSON.parse(output) as { cpu: number; peak: number }), seconds: (performance.now() - start) / 1000 };
}
