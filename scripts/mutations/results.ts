/** The recorded results, as a table for readers. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMutations } from './list.ts';

/** What the tests said: a failed test, none, or none within the time limit. */
export type Outcome = 'caught' | 'missed' | 'timeout';

/** The result of one mutation. */
export interface Result {
  id: string;
  outcome: Outcome;
  /** The first test that failed, or `build`. */
  by: string;
  defect: string;
  /** The commit that the mutation was planted in. */
  commit: string;
}

const FILE = join(import.meta.dirname, 'RESULTS.md');
const COLUMNS = ['Mutation', 'Outcome', 'Noticed by', 'Defect', 'Commit'];

/** Reads the results so far. */
export function readResults(): Result[] {
  if (!existsSync(FILE)) return [];
  return readFileSync(FILE, 'utf8').split('\n').flatMap(parseRow);
}

/** Adds a result, or replaces that of the same mutation. */
export function writeResult(result: Result): void {
  const results = new Map([...readResults(), result].map((each) => [each.id, each]));
  const mutations = readMutations();
  const ordered = mutations.flatMap(({ id }) => results.get(id) ?? []);
  writeFileSync(FILE, formatResults(ordered, mutations.length));
}

/** Formats the results as a page. @param total number of mutations in the list, with and without a result */
export function formatResults(results: readonly Result[], total: number): string {
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  return [
    '# Mutations',
    '',
    `Of ${total} listed defects, ${results.length} have a result: ${count('caught')} caught, ${count('missed')} missed, ${count('timeout')} timed out.`,
    '`npm run mutations -w @aispm/scripts` writes this page.',
    '',
    formatRow(COLUMNS),
    formatRow(COLUMNS.map(() => '---')),
    ...results.map(({ id, outcome, by, defect, commit }) => formatRow([id, outcome, by, defect, commit])),
    '',
  ].join('\n');
}

/** Reads a row of the table; none for other lines. */
export function parseRow(line: string): Result[] {
  const [, id = '', outcome = '', by = '', defect = '', commit = ''] = line
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
  return ['caught', 'missed', 'timeout'].includes(outcome)
    ? [{ id, outcome: outcome as Outcome, by, defect, commit }]
    : [];
}

function formatRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
}
