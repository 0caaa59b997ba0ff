/** Where and when a benchmark ran. */
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, machine, release, totalmem, type } from 'node:os';
import { ROOT } from '../shared/repository.ts';

/** What the measurements of a run depend on. */
export interface Environment {
  /** Day of the run in UTC, such as `2026-11-27`. */
  date: string;
  /** Abbreviated hash of the commit. */
  commit: string;
  /** Whether the working tree was clean. */
  isClean: boolean;
  /** Processor, cores, memory, system and Node.js. */
  machine: string;
}

/** Reads the environment of this process. Changes to the file of results are ignored. */
export function readEnvironment(now: Date): Environment {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const cores = availableParallelism();
  return {
    date: now.toISOString().slice(0, 10),
    commit: git('rev-parse', '--short=10', 'HEAD'),
    isClean: git('status', '--porcelain', '--', '.', ':!BENCHMARKS.md') === '',
    machine: [
      `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cores} ${cores === 1 ? 'core' : 'cores'}`,
      `${Math.round(totalmem() / 1024 ** 3)} GiB of memory`,
      `${type()} ${release()} ${machine()}`,
      `Node.js ${process.versions.node}`,
    ].join(', '),
  };
}
