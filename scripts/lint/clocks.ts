/**
 * Checks that no test waits for time, or measures time, memory or garbage collection: on a busy machine it would fail by chance. Time is a
 * parameter (`vi.useFakeTimers`), tests wait for events (`expect.poll`), and benchmarks measure. `clocks.yaml` has the exceptions: it only gets
 * shorter.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');

/** What a test does, and the code that does it. */
const USES: [use: string, code: RegExp][] = [
  ['waits for a time', /(?<![\w'"])setTimeout\((?!')/],
  ['waits for a time', /import \{[^}]*\bsetTimeout\b[^}]*\} from 'node:timers\/promises'/],
  ['measures time', /\bperformance\.now\(/],
  ['measures time', /\bhrtime\b/],
  ['measures the time of the processor', /\bcpuUsage\(/],
  ['measures memory', /\bmemoryUsage\(/],
  ['measures garbage collection', /\bWeakRef\b/],
];

/** A difference of times. With fake timers it's exact. */
const DIFFERENCE = /\bDate\.now\(\) - [A-Za-z]\w*\b(?! *\*)/;

/** What of this a test file does, without repetitions. */
export function findClocks(source: string): string[] {
  const uses = USES.filter(([, code]) => code.test(source)).map(([use]) => use);
  if (DIFFERENCE.test(source) && !source.includes('useFakeTimers')) uses.push('measures time');
  return [...new Set(uses)];
}

/**
 * Compares what test files do with the exceptions.
 *
 * @param found the uses of each file, by path
 * @param exceptions the reasons of the files that may, by path without the group and `.test.ts`
 * @returns what is wrong, one line each
 */
export function clockViolations(
  found: ReadonlyMap<string, readonly string[]>,
  exceptions: Readonly<Record<string, string>>,
): string[] {
  const users = [...found].filter(([, uses]) => uses.length > 0);
  const needed = new Set(users.map(([file]) => nameOf(file)));
  return [
    ...users
      .filter(([file]) => !(nameOf(file) in exceptions))
      .map(([file, uses]) => `${file} ${uses.join(' and ')}. Use vi.useFakeTimers or expect.poll, or a benchmark.`),
    ...Object.keys(exceptions)
      .filter((name) => !needed.has(name))
      .map((name) => `${name} needs no exception. Remove it from scripts/lint/clocks.yaml.`),
  ];
}

/** Removes the group, which may change, and the extension. */
function nameOf(file: string): string {
  return file.replace(/(\.\w+)*\.test\.ts$/, '');
}

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '*.test.ts'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const found = new Map(files.map((file) => [file, findClocks(readFileSync(join(root, file), 'utf8'))]));
  const violations = clockViolations(
    found,
    parse(readFileSync(join(import.meta.dirname, 'clocks.yaml'), 'utf8')) ?? {},
  );
  for (const violation of violations) process.stderr.write(`${violation}\n`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
