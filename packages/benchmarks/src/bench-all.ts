/** `npm run bench:all -w @aispm/scripts`: runs all benchmarks, and then writes `BENCHMARKS.md`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCHMARKS } from './benchmarks.ts';
import { type Run, renderDocument } from './report/report.ts';
import { prepare, runBenchmark } from './run-benchmark.ts';
import { ROOT } from './shared/repository.ts';

prepare(BENCHMARKS);
const runs: Run[] = [];
for (const benchmark of BENCHMARKS) {
  process.stderr.write(`\n${benchmark.name}\n`);
  const run = await runBenchmark(benchmark, []);
  const problems = typeof run.result === 'string' ? [run.result] : run.result.missed;
  for (const problem of problems) process.stderr.write(`${benchmark.name}: ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
  process.stderr.write(`${Math.round(run.seconds)} s\n`);
  runs.push(run);
}
writeFileSync(join(ROOT, 'BENCHMARKS.md'), renderDocument(runs));
