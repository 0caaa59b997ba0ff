/** Builds packages for the commands that need them. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { spawnTurbo } from './turbo.ts';

/** Shorter builds, such as those of unchanged packages, need no notice. */
const NOTICE_MS = 3_000;

/** Within this time the complete output of a task has arrived, which turbo writes at once. */
const OUTPUT_MS = 100;

/** A line of the output of a task: its package, and what it has printed. */
const TASK_LINE = /^(\S+):build: ?(.*)$/;

/** The first line of a task that wasn't in the cache. */
const EXECUTED = /^cache (miss|bypass)/;

/** What npm prints after a script that failed. */
const FAILED = /^npm (error|ERR!)/;

/** A task that has ended. */
interface Task {
  endedAt: number;
  output: string[];
}

/**
 * Builds packages and what they depend on. Prints a line to standard error for each package that wasn't in the cache, and the
 * complete output of those that failed.
 *
 * @param names names of the packages
 * @param stopped ends the build
 * @returns whether all packages are built
 */
export async function buildPackages(names: readonly string[], stopped?: AbortSignal): Promise<boolean> {
  const args = ['run', 'build', ...names.map((name) => `--filter=${name}`)];
  const startedAt = Date.now();
  const output = ['--output-logs=new-only', '--log-order=grouped', '--log-prefix=task'];
  const turbo = spawnTurbo([...args, ...output], ['ignore', 'pipe', 'pipe']);
  const end = () => turbo.kill('SIGTERM');
  stopped?.addEventListener('abort', end);
  const notice = setTimeout(() => process.stderr.write('Building what has changed …\n'), NOTICE_MS);

  const tasks = new Map<string, Task>();
  const lines: string[] = [];
  const reports: Promise<boolean>[] = [];
  let graph: ReturnType<typeof readDependencies> | undefined;
  async function report(name: string, task: Task): Promise<boolean> {
    graph ??= readDependencies(args);
    const [dependencies] = await Promise.all([graph, delay(OUTPUT_MS)]);
    const ends = (dependencies.get(name) ?? []).map((dependency) => tasks.get(dependency)?.endedAt ?? 0);
    const isBuilt = !task.output.some((line) => FAILED.test(line));
    const seconds = ((task.endedAt - Math.max(startedAt, ...ends)) / 1000).toFixed(1);
    if (isBuilt) process.stderr.write(`built ${name} in ${seconds} s\n`);
    else if (!stopped?.aborted) process.stderr.write(`${name} failed after ${seconds} s\n${task.output.join('\n')}\n`);
    return isBuilt;
  }
  for (const stream of [turbo.stdout, turbo.stderr]) {
    createInterface({ input: stream as Readable }).on('line', (line) => {
      lines.push(line);
      const [, name = '', printed = ''] = TASK_LINE.exec(stripVTControlCharacters(line)) ?? [];
      if (EXECUTED.test(printed)) {
        const task = { endedAt: Date.now(), output: [] };
        tasks.set(name, task);
        reports.push(report(name, task));
      } else tasks.get(name)?.output.push(printed);
    });
  }
  const [code] = await once(turbo, 'close');
  clearTimeout(notice);
  stopped?.removeEventListener('abort', end);
  const isExplained = (await Promise.all(reports)).includes(false);
  if (code !== 0 && !isExplained && !stopped?.aborted) process.stderr.write(`${lines.join('\n')}\n`);
  return code === 0;
}

/**
 * Reads on which packages the build of each package waits. turbo starts it when the last one of these has ended, which it doesn't
 * print.
 */
async function readDependencies(args: string[]): Promise<Map<string, string[]>> {
  const turbo = spawnTurbo([...args, '--dry=json'], ['ignore', 'pipe', 'ignore']);
  const { tasks } = JSON.parse(await text(turbo.stdout as Readable)) as {
    tasks: { package: string; dependencies: string[] }[];
  };
  const toName = (id: string) => id.replace(/#build$/, '');
  return new Map(tasks.map(({ package: name, dependencies }) => [name, dependencies.map(toName)]));
}
