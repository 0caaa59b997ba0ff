/** Plants one defect, and runs the tests that should notice it. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readManifest, workspaceFolders } from '../workspaces.ts';
import { type Copy, STALE } from './copy.ts';
import type { Mutation } from './list.ts';
import type { Result } from './results.ts';
import { runNpm } from './run-npm.ts';

/** A package, and parts of the paths of its tests. */
interface TestRun {
  name: string;
  folder: string;
  filters: string[];
}

/** The properties of Vitest's JSON report that are read here. */
interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** The time after which a test has failed, in milliseconds. A defect often makes a test wait for ever. */
const TEST_LIMIT_MS = 60_000;

/**
 * Tests a mutation.
 *
 * @param file its source, relative to the root of the copy
 */
export async function testMutation(
  copy: Copy,
  mutation: Mutation,
  file: string,
): Promise<Pick<Result, 'outcome' | 'by'>> {
  const path = join(copy.root, file);
  const original = readFileSync(path, 'utf8');
  const runs = listRuns(copy, mutation, file);
  const built = mutation.build ? [findPackage(copy, file).name] : [];
  const excluded: string[] = [];
  for (;;) {
    writeFileSync(
      path,
      original.replace(mutation.find, () => mutation.replace),
    );
    const failure = (await build(copy, built, true)) ?? (await findFailure(copy, runs, excluded));
    writeFileSync(path, original);
    await build(copy, built, false);
    rmSync(join(copy.root, STALE), { force: true });
    if (failure === undefined) return { outcome: 'missed', by: '' };
    if (failure.run === undefined) return { outcome: failure.test === '' ? 'timeout' : 'caught', by: failure.test };
    if (await passes(copy, failure.run)) return { outcome: 'caught', by: failure.test };
    if (failure.run.filters.length === 0) throw new Error(`${failure.test} also fails without a mutation.`);
    excluded.push(...failure.run.filters);
  }
}

/** A failed test, and the run of its file alone. Without a name, the time was up. */
interface Failure {
  test: string;
  run?: TestRun;
}

function listRuns(copy: Copy, { tests }: Mutation, file: string): TestRun[] {
  const packages = listPackages(copy);
  const own = findPackage(copy, file);
  const runs = new Map([[own.name, { ...own, filters: [] as string[] }]]);
  for (const test of tests) {
    const [, name = own.name, filter] = /^(?:(@\S+) ?)?(.*)$/.exec(test) ?? [];
    const found = packages.find((each) => each.name === name);
    if (!found) throw new Error(`There is no package ${name}.`);
    const run = runs.get(name) ?? { ...found, filters: [] };
    if (filter) run.filters.push(filter);
    runs.set(name, run);
  }
  const isNamed = ({ name, filters }: TestRun) => name !== own.name || filters.length > 0 || tests.length === 0;
  return [...runs.values()].filter(isNamed);
}

function listPackages({ root }: Copy): Omit<TestRun, 'filters'>[] {
  return workspaceFolders(root).map((folder) => ({ folder, name: readManifest(join(root, folder)).name }));
}

function findPackage(copy: Copy, file: string): Omit<TestRun, 'filters'> {
  const found = listPackages(copy).find(({ folder }) => file.startsWith(`${folder}/`));
  if (!found) throw new Error(`${file} is in no package.`);
  return found;
}

async function build({ root }: Copy, names: readonly string[], isMutated: boolean): Promise<Failure | undefined> {
  if (names.length === 0) return undefined;
  const cache = isMutated ? ['--cache=local:r,remote:'] : [];
  const { code } = await runNpm(root, ['run', 'build', '--', ...names.map((name) => `--filter=${name}`), ...cache]);
  if (code === 0) return undefined;
  if (!isMutated) throw new Error(`The packages ${names.join(', ')} cannot be built without a mutation.`);
  return { test: code === undefined ? '' : 'build' };
}

async function findFailure(
  copy: Copy,
  runs: readonly TestRun[],
  excluded: readonly string[],
): Promise<Failure | undefined> {
  for (const run of runs) {
    const { code, report } = await runTests(copy, run, excluded);
    if (code === undefined) return { test: '' };
    if (code === 0) continue;
    const file = report && findFailedFile(report);
    if (!file) return { test: `${run.name}: the start of its tests`, run };
    const test = file.assertionResults.find(hasFailed)?.fullName ?? 'its start';
    const path = relative(join(copy.root, run.folder), file.name);
    return { test: `${run.name} ${path}: ${test}`, run: { ...run, filters: [path] } };
  }
  return undefined;
}

/** A file that failed. Those that didn't run because of the failure have the same status, without a test and a message. */
function findFailedFile({ testResults }: Report): Report['testResults'][number] | undefined {
  return (
    testResults.find(({ assertionResults }) => assertionResults.some(hasFailed)) ??
    testResults.find((file) => hasFailed(file) && file.message !== '')
  );
}

function hasFailed({ status }: { status: string }): boolean {
  return status === 'failed';
}

/** Tells whether tests pass without a mutation. What they said is kept in the copy, because few files notice most mutations. */
async function passes(copy: Copy, run: TestRun): Promise<boolean> {
  const file = join(copy.root, '.baseline.json');
  const known: Record<string, boolean> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const key = JSON.stringify([copy.commit, run.name, run.filters]);
  known[key] ??= (await runTests(copy, run, [])).code === 0;
  writeFileSync(file, JSON.stringify(known));
  return known[key];
}

async function runTests(
  { root }: Copy,
  { name, folder, filters }: TestRun,
  excluded: readonly string[],
): Promise<{ code: number | undefined; report: Report | undefined }> {
  let path = join(root, folder, 'reports/test.json');
  rmSync(path, { force: true });
  const options = ['--bail=1', `--testTimeout=${TEST_LIMIT_MS}`, ...excluded.map((file) => `--exclude=**/${file}`)];
  const run = (...args: string[]) =>
    runNpm(root, ['test', `--workspace=${name}`, '--', ...args, ...options, ...filters]);
  let { code } = await run();
  // The other tests of a push.
  if (code === 0) {
    path = join(root, folder, 'reports/test-long.json');
    rmSync(path, { force: true });
    ({ code } = await run('--long'));
  }
  return { code, report: existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined };
}
