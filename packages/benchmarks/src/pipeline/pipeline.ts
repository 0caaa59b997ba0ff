/** Measures how the time to build the contract, the types and the client grows with the contract. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listOperations } from '@aispm/openapi';
import type { Result } from '../report/result.ts';
import { median } from '../shared/median.ts';
import { ROOT } from '../shared/repository.ts';
import { temporaryFolder } from '../shared/temporary-folder.ts';
import { MAX_FACTOR, multiplyContract } from './multiply-contract.ts';

const MAX_RATIO = 12;
/** The result of the real contract is the median of several runs, because one run only takes seconds. */
const REAL_RUNS = 3;
const STEP_TIMEOUT_MS = 10 * 60_000;

/** The measured steps: the `build` scripts of these packages, in this order. */
const STEPS = [
  { title: 'lint and bundle', folder: 'spec' },
  { title: 'types (openapi-typescript)', folder: 'packages/types' },
  { title: 'client (orval, tsc)', folder: 'packages/client' },
];
const GENERATED_FOLDERS = ['dist', 'generated', 'node_modules', 'reports', '.turbo'];

/** Copies what the steps need to a separate folder, with the multiplied contract. */
function prepare(project: string, factor: number): void {
  mkdirSync(join(project, 'packages'), { recursive: true });
  multiplyContract(join(ROOT, 'spec'), join(project, 'spec'), factor);
  for (const file of ['redocly.yaml', '.spectral.yaml', 'tsconfig.base.json', 'scripts/clean.ts']) {
    cpSync(join(ROOT, file), join(project, file));
  }
  for (const folder of ['node_modules', 'packages/lib', 'packages/tooling'])
    symlinkSync(join(ROOT, folder), join(project, folder));
  for (const folder of ['packages/types', 'packages/client']) {
    cpSync(join(ROOT, folder), join(project, folder), {
      recursive: true,
      filter: (path) => !GENERATED_FOLDERS.includes(basename(path)),
    });
  }
}

/** Runs the steps and returns the seconds of each. @throws {Error} with the output of a failed step */
function build(project: string): number[] {
  return STEPS.map(({ title, folder }) => {
    const start = performance.now();
    const { status, error, stdout, stderr } = spawnSync(process.execPath, ['--run', 'build'], {
      cwd: join(project, folder),
      encoding: 'utf8',
      timeout: STEP_TIMEOUT_MS,
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error || status !== 0) {
      throw new Error(`The step "${title}" failed${error ? ` (${error.message})` : ''}.\n${stdout}${stderr}`);
    }
    return (performance.now() - start) / 1000;
  });
}

/** Returns the number of operations and megabytes of a built contract. */
function measureSize(project: string): { operations: number; megabytes: number } {
  const text = readFileSync(join(project, 'spec/dist/openapi.json'), 'utf8');
  return { operations: listOperations(JSON.parse(text)).length, megabytes: text.length / 1e6 };
}

function total(seconds: number[]): number {
  return seconds.reduce((sum, value) => sum + value, 0);
}

function row(title: string, real: number, tenfold: number, digits: number): string[] {
  return [title, real.toFixed(digits), tenfold.toFixed(digits), (tenfold / real).toFixed(1)];
}

/** Builds both contracts in temporary folders. */
export async function measure(): Promise<Result> {
  const folder = temporaryFolder();
  const realProject = join(folder, 'real');
  const tenfoldProject = join(folder, 'tenfold');
  prepare(realProject, 1);
  prepare(tenfoldProject, MAX_FACTOR);

  const runs = Array.from({ length: REAL_RUNS }, (_, run) => {
    process.stderr.write(`the contract, ${run + 1} of ${REAL_RUNS}\n`);
    return build(realProject);
  });
  const real = STEPS.map((_, step) => median(runs.map((run) => run[step] ?? Number.NaN)));
  process.stderr.write('the tenfold contract\n');
  const tenfold = build(tenfoldProject);
  const sizes = { real: measureSize(realProject), tenfold: measureSize(tenfoldProject) };
  const ratio = total(tenfold) / total(real);
  return {
    description: `The \`build\` scripts of \`spec\`, \`packages/types\` and \`packages/client\`, without a cache; the contract itself is the median of
${REAL_RUNS} runs.`,
    table: {
      columns: ['', 'Contract', 'Ten times the contract', 'Ratio'],
      rows: [
        row('operations', sizes.real.operations, sizes.tenfold.operations, 0),
        row('bundle, MB of JSON', sizes.real.megabytes, sizes.tenfold.megabytes, 1),
        ...STEPS.map(({ title }, step) => row(`${title}, s`, real[step] ?? Number.NaN, tenfold[step] ?? Number.NaN, 1)),
        row('total, s', total(real), total(tenfold), 1),
      ],
    },
    notes: [],
    missed:
      ratio <= MAX_RATIO
        ? []
        : [`The tenfold contract takes ${ratio.toFixed(1)} times as long; the limit is ${MAX_RATIO} times.`],
    headline: {
      value: `${total(real).toFixed(1)} s`,
      meaning: `to lint and bundle the ${sizes.real.operations} operations and to generate and compile types and client, without a cache`,
    },
  };
}
