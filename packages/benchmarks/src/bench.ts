/** `npm run bench -- <name>`: runs one benchmark and prints its report; without a name it lists all of them. */
import { BENCHMARKS } from './benchmarks.ts';
import { renderRun } from './report/report.ts';
import { prepare, runBenchmark } from './run-benchmark.ts';

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined) {
    process.stdout.write(list());
    return 0;
  }
  const benchmark = BENCHMARKS.find((candidate) => candidate.name === name);
  if (benchmark === undefined) return reject(`There is no benchmark "${name}".\n\n${list()}`);
  if (args.length > (benchmark.argument === undefined ? 0 : 1)) {
    const usage = `npm run bench -- ${name}${benchmark.argument === undefined ? '' : ` [${benchmark.argument}]`}`;
    return reject(`"${args.at(-1)}" is one argument too many. Usage: ${usage}\n`);
  }
  prepare([benchmark]);
  const run = await runBenchmark(benchmark, args);
  const { result } = run;
  if (typeof result === 'string') return reject(`${result}\n`);
  process.stdout.write(`${renderRun({ ...run, result })}\n`);
  return result.missed.length > 0 ? 1 : 0;
}

function reject(message: string): number {
  process.stderr.write(message);
  return 2;
}

function list(): string {
  const usages = BENCHMARKS.map(({ name, argument }) => (argument === undefined ? name : `${name} [${argument}]`));
  const width = Math.max(...usages.map(({ length }) => length));
  const lines = BENCHMARKS.map(({ summary }, index) => `  ${usages[index]?.padEnd(width)}  ${summary}`);
  return `Usage: npm run bench -- <name>\n\n${lines.join('\n')}\n\n"npm run bench:all -w @aispm/scripts" runs all of them and writes BENCHMARKS.md.\n`;
}
