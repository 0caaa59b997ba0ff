/**
 * `npm run bench:pipeline`: measures how the time to build the contract, the types and the client grows with the contract.
 * Builds the real contract and a generated one of ten times the size, and prints both times and their ratio. Exits with 1
 * when a step fails, or when the ratio of the totals is above the limit.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
// The source, because the package may not be built yet.
import { listOperations } from '../packages/internal/openapi/src/index.ts';
import { MAX_FACTOR, multiplyContract } from './multiply-contract.ts';
import { spawnTurbo } from './turbo.ts';

const MAX_RATIO = 12;
/** The figure of the real contract is the median of several runs, because one run takes only seconds. */
const REAL_RUNS = 3;
const STEP_TIMEOUT_MS = 10 * 60_000;

/** The measured steps: the `build` scripts of these packages, in this order. */
const STEPS = [
  { title: 'lint and bundle', folder: 'spec' },
  { title: 'types (openapi-typescript)', folder: 'packages/types' },
  { title: 'client (orval, tsc)', folder: 'packages/client' },
];
const GENERATED_FOLDERS = ['dist', 'generated', 'node_modules', 'reports', '.turbo'];

const HELP = `Usage: npm run bench:pipeline

Builds the contract, the types and the client from the real contract and from one of ten times the size, and prints the times
and their ratio. Exits with 1 if the ratio of the totals is above ${MAX_RATIO}. Takes several minutes.

Options:
  --help  show this text
`;

const root = join(import.meta.dirname, '..');

/** Creates a copy of what the steps need, in a folder of its own, with the contract multiplied. */
function prepare(project: string, factor: number): void {
  mkdirSync(join(project, 'packages'), { recursive: true });
  multiplyContract(join(root, 'spec'), join(project, 'spec'), factor);
  for (const file of ['redocly.yaml', '.spectral.yaml', 'tsconfig.base.json', 'scripts/clean.ts']) {
    cpSync(join(root, file), join(project, file));
  }
  for (const folder of ['node_modules', 'packages/internal']) symlinkSync(join(root, folder), join(project, folder));
  for (const folder of ['packages/types', 'packages/client']) {
    cpSync(join(root, folder), join(project, folder), {
      recursive: true,
      filter: (path) => !GENERATED_FOLDERS.includes(basename(path)),
    });
  }
}

/** Runs the steps and returns the seconds of each. Ends the benchmark with the report of a step that fails. */
function measure(project: string): number[] {
  return STEPS.map(({ title, folder }) => {
    const start = performance.now();
    const { status, error, stdout, stderr } = spawnSync(process.execPath, ['--run', 'build'], {
      cwd: join(project, folder),
      encoding: 'utf8',
      timeout: STEP_TIMEOUT_MS,
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error || status !== 0) {
      process.stderr.write(`${stdout}${stderr}\nThe step "${title}" failed${error ? ` (${error.message})` : ''}.\n`);
      process.exit(1);
    }
    return (performance.now() - start) / 1000;
  });
}

/** Returns the number of operations and megabytes of a built contract. */
function measureSize(project: string): { operations: number; megabytes: number } {
  const text = readFileSync(join(project, 'spec/dist/openapi.json'), 'utf8');
  return { operations: listOperations(JSON.parse(text)).length, megabytes: text.length / 1e6 };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function total(seconds: number[]): number {
  return seconds.reduce((sum, value) => sum + value, 0);
}

function row(title: string, real: number, tenfold: number, digits: number): string {
  const cells = [real.toFixed(digits), tenfold.toFixed(digits), (tenfold / real).toFixed(1)];
  return `${title.padEnd(28)}${cells.map((cell) => cell.padStart(10)).join('')}`;
}

/** Measures both contracts in a temporary folder and prints the table. @returns the ratio of the totals */
function runBenchmark(folder: string): number {
  const realProject = join(folder, 'real');
  const tenfoldProject = join(folder, 'tenfold');
  prepare(realProject, 1);
  prepare(tenfoldProject, MAX_FACTOR);

  const runs = Array.from({ length: REAL_RUNS }, () => measure(realProject));
  const real = STEPS.map((_, step) => median(runs.map((run) => run[step] ?? Number.NaN)));
  const tenfold = measure(tenfoldProject);
  const sizes = { real: measureSize(realProject), tenfold: measureSize(tenfoldProject) };

  const lines = [
    `${''.padEnd(28)}${['real', 'tenfold', 'ratio'].map((cell) => cell.padStart(10)).join('')}`,
    row('operations', sizes.real.operations, sizes.tenfold.operations, 0),
    row('bundle, MB of JSON', sizes.real.megabytes, sizes.tenfold.megabytes, 1),
    ...STEPS.map(({ title }, step) => row(`${title}, s`, real[step] ?? Number.NaN, tenfold[step] ?? Number.NaN, 1)),
    row('total, s', total(real), total(tenfold), 1),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return total(tenfold) / total(real);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const build = ['run', 'build', '--filter=@aispm/ruleset', '--filter=@aispm/openapi', '--output-logs=errors-only'];
  const [code] = await once(spawnTurbo(build, 'inherit'), 'exit');
  if (code !== 0) process.exit(1);

  const folder = mkdtempSync(join(tmpdir(), 'aispm-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const ratio = runBenchmark(folder);
  if (!(ratio <= MAX_RATIO)) {
    process.stderr.write(
      `The tenfold contract takes ${ratio.toFixed(1)} times as long as the real one; the limit is ${MAX_RATIO}.\n`,
    );
    process.exitCode = 1;
  }
}

await main();
