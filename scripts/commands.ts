/** The commands of the repository, which `scripts/run.js` runs. All of them run in its root, on every operating system. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildPackages } from './build-packages.ts';
import { npmCommand } from './npm.ts';
import { spawnTurbo } from './turbo.ts';

const root = join(import.meta.dirname, '..');

/** A step of a command. */
export type Step =
  /** Builds packages. */
  | { build: string[] }
  /** Runs turbo. */
  | { turbo: string[] }
  /** Runs npm. */
  | { npm: string[] }
  /** Runs a program of this repository: its file, and arguments. */
  | { program: string[] };

const build = (...names: string[]): Step => ({ build: names });
const turbo = (...args: string[]): Step => ({ turbo: ['run', ...args] });
const npm = (...args: string[]): Step => ({ npm: args });
const program = (...args: string[]): Step => ({ program: args });

const CHECKS = [
  'lint',
  'lint:clocks',
  'lint:code',
  'lint:expressions',
  'lint:layers',
  'lint:lock',
  'lint:terms',
  'lint:unused',
];
/** All findings are wanted, and tasks that check everything need much memory. */
const LIMITED = ['--continue=dependencies-successful', '--concurrency=2'];
const checkCode = turbo(...CHECKS, 'build', 'typecheck', ...LIMITED);
const CONTRACT_DIFF = 'packages/tooling/contract-diff/src';
const TOOLS = ['--prefix', 'packages/tooling/tools'];
const installTools = npm('ci', ...TOOLS);
const runTests = (...args: string[]) => program('packages/tooling/testing/src/command.ts', ...args);
const buildClient = build('@aispm/client', '@aispm/types');
/** Complete, also where `npm test` has a sample. */
const testContract = npm('test', '--silent', '--workspace', '@aispm/contract-tests', '--', '--nightly');
const recordRelease = [
  buildClient,
  program(`${CONTRACT_DIFF}/write.ts`),
  program(`${CONTRACT_DIFF}/release.ts`),
  program(`${CONTRACT_DIFF}/write.ts`),
];

/** How often it's checked whether npm has ended, in milliseconds. */
const PARENT_CHECK_MS = 200;

/** The steps of each command. The last one gets the arguments of the command. */
export const COMMANDS: Readonly<Record<string, readonly Step[]>> = {
  start: [program('scripts/start.ts')],
  dev: [program('scripts/start.ts', '--watch')],
  service: [build('@aispm/service'), program('packages/apps/service/dist/command/cli.js')],
  build: [turbo('build')],
  'mock:prism': [build('@aispm/spec'), program('scripts/mock-prism.ts')],
  pack: [program('scripts/pack.ts')],
  'publish:packages': [program('scripts/publish.ts')],
  lint: [turbo(...CHECKS, ...LIMITED)],
  typecheck: [turbo('typecheck', ...LIMITED)],
  'lint:spec': [program('spec/build/lint.ts')],
  check: [checkCode, runTests()],
  'check:code': [checkCode],
  test: [turbo('build'), runTests()],
  'test:contract': [build('@aispm/contract-tests'), testContract],
  'test:long': [installTools, turbo('build'), runTests('--long')],
  'test:push': [installTools, turbo('build'), runTests('--push')],
  'test:nightly': [installTools, turbo('build'), runTests('--nightly')],
  tools: [installTools],
  'contract:diff': [buildClient, program(`${CONTRACT_DIFF}/diff.ts`)],
  'contract:write': [buildClient, program(`${CONTRACT_DIFF}/write.ts`)],
  'contract:release': recordRelease,
  'docs:publish': [
    build('@aispm/docs'),
    build('@aispm/contract-tests'),
    testContract,
    program('packages/contract-tests/coverage/publish.ts', 'reports/site'),
  ],
  'new:operation': [program('scripts/new-operation.ts')],
  'version:raise': [program('scripts/version.ts'), ...recordRelease],
  audit: [['audit'], ['audit', ...TOOLS]].map((args) => npm(...args, '--package-lock-only', '--audit-level=high')),
  'check:start': [program('scripts/check-start.ts')],
  sbom: [program('scripts/sbom.ts')],
  'fuzz:mock': [build('@aispm/mock'), program('scripts/fuzz-mock.ts')],
  bench: [program('packages/benchmarks/src/bench.ts')],
  'bench:all': [program('packages/benchmarks/src/bench-all.ts')],
  corpus: [build('@aispm/scanner'), program('packages/scanner/corpus/corpus.ts')],
};

/**
 * Runs a command.
 *
 * @param args its name, and its arguments
 * @returns the exit code
 */
export async function runCommand([name = '', ...args]: string[]): Promise<number> {
  const steps = Object.hasOwn(COMMANDS, name) ? (COMMANDS[name] ?? []) : [];
  if (steps.length === 0) {
    process.stderr.write(`There is no command "${name}", only ${Object.keys(COMMANDS).join(', ')}.\n`);
    return 2;
  }
  endWithParent();
  for (const [index, step] of steps.entries()) {
    const code = await runStep(step, index === steps.length - 1 ? args : []);
    if (code !== 0) return code;
  }
  return 0;
}

/**
 * Ends this process as SIGTERM does when its parent has ended. npm starts commands by a shell, and passes its own signals on to that
 * only: a SIGTERM would end npm and the shell, and nothing else.
 */
function endWithParent(): void {
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}

async function runStep(step: Step, args: string[]): Promise<number> {
  if ('build' in step) return (await buildPackages(step.build)) ? 0 : 1;
  if ('turbo' in step) return waitFor(spawnTurbo([...step.turbo, ...args], 'inherit'));
  const {
    file,
    args: all,
    shell,
  } = 'npm' in step
    ? npmCommand([...step.npm, ...args])
    : { file: process.execPath, args: [...step.program, ...args], shell: false };
  return waitFor(spawn(file, all, { cwd: root, stdio: 'inherit', shell }));
}

/** Waits for the end of a process, and returns its exit code. */
async function waitFor(child: ChildProcess): Promise<number> {
  // A terminal sends Ctrl-C to the process as well. This one waits until that has ended.
  const ignore = () => {};
  const forward = () => child.kill('SIGTERM');
  process.on('SIGINT', ignore).on('SIGTERM', forward);
  const [code] = await once(child, 'close');
  process.off('SIGINT', ignore).off('SIGTERM', forward);
  return code ?? 1;
}
