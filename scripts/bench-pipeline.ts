/**
 * `npm run bench:pipeline`: how the time from the source to the client grows with the contract. Builds the real contract
 * and a generated one of ten times the size, makes types and a client of each, and prints both times and their ratio.
 * Exits with 1 when a step fails, or when the ratio of the totals is above the limit.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { MOST, multiplyContract } from './multiply-contract.ts';
import { spawnTurbo } from './turbo.ts';

const MAX_RATIO = 12;
/** The real contract takes seconds, so its figure is the median of several runs. */
const RUNS_OF_REAL = 3;
const STEP_TIMEOUT_MS = 10 * 60_000;

/** What is measured: the `build` script of each of these packages, in this order. */
const STEPS = [
  { title: 'lint and bundle', folder: 'spec' },
  { title: 'types (openapi-typescript)', folder: 'packages/types' },
  { title: 'client (orval, tsc)', folder: 'packages/client' },
];
const WRITTEN = ['dist', 'generated', 'node_modules', 'reports', '.turbo'];

const root = join(import.meta.dirname, '..');

/** A copy of what the steps need, in a folder of its own, with the contract multiplied. */
function prepare(project: string, times: number): void {
  mkdirSync(join(project, 'packages'), { recursive: true });
  multiplyContract(join(root, 'spec'), join(project, 'spec'), times);
  for (const file of ['redocly.yaml', '.spectral.yaml', 'tsconfig.base.json'])
    cpSync(join(root, file), join(project, file));
  for (const folder of ['node_modules', 'packages/ruleset']) symlinkSync(join(root, folder), join(project, folder));
  for (const folder of ['packages/types', 'packages/client'])
    cpSync(join(root, folder), join(project, folder), {
      recursive: true,
      filter: (path) => !WRITTEN.includes(basename(path)),
    });
}

/** Runs the steps and returns the seconds that each took. Ends the benchmark with the report of a step that fails. */
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

/** Operations and megabytes of a built contract. */
function sizeOf(project: string): { operations: number; megabytes: number } {
  const text = readFileSync(join(project, 'spec/dist/openapi.json'), 'utf8');
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  const operations = Object.values(paths).flatMap((item) =>
    Object.values(item).filter((value) => typeof value === 'object' && 'operationId' in value),
  );
  return { operations: operations.length, megabytes: text.length / 1e6 };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function total(seconds: number[]): number {
  return seconds.reduce((sum, value) => sum + value, 0);
}

function row(title: string, real: number, big: number, digits: number): string {
  const cells = [real.toFixed(digits), big.toFixed(digits), (big / real).toFixed(1)];
  return `${title.padEnd(28)}${cells.map((cell) => cell.padStart(10)).join('')}`;
}

const [code] = await once(
  spawnTurbo(['run', 'build', '--filter=@aispm/ruleset', '--output-logs=errors-only'], 'inherit'),
  'exit',
);
if (code !== 0) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), 'aispm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const realProject = join(folder, 'real');
const bigProject = join(folder, 'big');
prepare(realProject, 1);
prepare(bigProject, MOST);

const runs = Array.from({ length: RUNS_OF_REAL }, () => measure(realProject));
const real = STEPS.map((_, step) => median(runs.map((run) => run[step] ?? Number.NaN)));
const big = measure(bigProject);
const sizes = { real: sizeOf(realProject), big: sizeOf(bigProject) };
const ratio = total(big) / total(real);

const lines = [
  `${''.padEnd(28)}${['real', 'tenfold', 'ratio'].map((cell) => cell.padStart(10)).join('')}`,
  row('operations', sizes.real.operations, sizes.big.operations, 0),
  row('bundle, MB of JSON', sizes.real.megabytes, sizes.big.megabytes, 1),
  ...STEPS.map(({ title }, step) => row(`${title}, s`, real[step] ?? Number.NaN, big[step] ?? Number.NaN, 1)),
  row('total, s', total(real), total(big), 1),
];
process.stdout.write(`${lines.join('\n')}\n`);
if (!(ratio <= MAX_RATIO)) {
  process.stderr.write(
    `The tenfold contract takes ${ratio.toFixed(1)} times as long; at most ${MAX_RATIO} are allowed.\n`,
  );
  process.exitCode = 1;
}
