/**
 * Plants the defects of `mutations/` one at a time in a copy of this repository, runs the tests that should notice each, and records
 * the results in `mutations/RESULTS.md`. Resumes where it was stopped: what has a row there isn't run again. Arguments are prefixes of
 * identifiers, to run those only: `npm run mutations -w @aispm/scripts -- client- mock-cursor`.
 */
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { prepareCopy } from './mutations/copy.ts';
import { locate, type Mutation, readMutations, readSources } from './mutations/list.ts';
import { readResults, writeResult } from './mutations/results.ts';
import { testMutation } from './mutations/test-mutation.ts';

const root = join(import.meta.dirname, '..');

/** Niceness of the processes, so that they don't disturb other work. */
const NICENESS = 15;

async function run(prefixes: string[]): Promise<void> {
  setPriority(NICENESS);
  const mutations = readMutations();
  const recorded = new Set(readResults().map(({ id }) => id));
  const isWanted = ({ id }: Mutation) =>
    !recorded.has(id) && (prefixes.length === 0 || prefixes.some((prefix) => id.startsWith(prefix)));
  // Those that need no build are the fastest.
  const wanted = mutations.filter(isWanted).sort((a, b) => Number(a.build) - Number(b.build));
  if (wanted.length === 0) {
    process.stdout.write('Nothing to do: these mutations have results. Delete the rows of those to run again.\n');
    return;
  }
  const copy = await prepareCopy(root);
  const sources = readSources(copy.root);
  const located = wanted.flatMap((mutation) => {
    try {
      return [{ mutation, file: locate(mutation, sources) }];
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`);
      process.exitCode = 1;
      return [];
    }
  });
  for (const [index, { mutation, file }] of located.entries()) {
    process.stdout.write(`${index + 1}/${located.length} ${mutation.id} … `);
    const result = await testMutation(copy, mutation, file);
    writeResult({ id: mutation.id, defect: mutation.defect, commit: copy.commit, ...result });
    process.stdout.write(`${result.outcome} ${result.by}\n`);
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await run(process.argv.slice(2));
