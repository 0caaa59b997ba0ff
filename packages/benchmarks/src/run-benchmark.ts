import { fork, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Benchmark } from './benchmarks.ts';
import type { Message } from './measure.ts';
import { readEnvironment } from './report/environment.ts';
import type { Run } from './report/report.ts';
import { ROOT } from './shared/repository.ts';

/** Builds what some benchmarks measure, and installs their tools. Ends this process if that fails. */
export function prepare(benchmarks: readonly Benchmark[]): void {
  const packages = new Set(benchmarks.flatMap((benchmark) => benchmark.packages));
  if (benchmarks.some(({ needsTools }) => needsTools)) runScript('tools');
  runScript('build', ...[...packages].map((name) => `--filter=${name}`), '--output-logs=errors-only');
}

/** Runs a script of the root package.json; a shell finds npm on every system. Its output goes to stderr. */
function runScript(name: string, ...args: string[]): void {
  const command = `npm run --silent ${name} -- ${args.join(' ')}`;
  const { status } = spawnSync(command, { cwd: ROOT, shell: true, stdio: ['ignore', process.stderr, process.stderr] });
  if (status !== 0) {
    process.stderr.write(`"npm run ${name}" failed; its output says why.\n`);
    process.exit(1);
  }
}

/** Runs a benchmark in a separate process, so that previous ones don't affect it. */
export async function runBenchmark({ name, summary }: Benchmark, args: readonly string[]): Promise<Run> {
  const environment = readEnvironment(new Date());
  const start = performance.now();
  const child = fork(join(import.meta.dirname, 'measure.ts'), [name, ...args]);
  let result: Run['result'] | undefined;
  child.on('message', (message: Message) => {
    result = 'result' in message ? message.result : message.error;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  result ??= `The process ended with ${code}; its output says why.`;
  return { name, summary, environment, seconds: (performance.now() - start) / 1000, result };
}
