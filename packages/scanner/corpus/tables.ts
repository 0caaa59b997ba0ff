/** Tables of the results, as Markdown that is readable as text too. */
import {
  type Counts,
  HARD_RECALL_TARGET,
  precisionOf,
  type RowCounts,
  recallOf,
  SUBJECTS,
  type Subject,
  sum,
  TARGETS,
} from './counts.ts';

/** What one scan took. */
export interface Usage {
  repository: string;
  files: number;
  seconds: number;
  /** Highest resident memory of the process, in bytes. */
  peakBytes: number;
}

type Row = string[];

const COUNT_COLUMNS = ['right', 'wrong', 'precision', 'declared', 'recall', 'hard', 'hard recall'];

/** Precision and recall by kind, by kind and framework, and by kind and repository, and what each scan took. */
export function formatTables(rowCounts: RowCounts[], usage: Usage[]): string {
  return [
    `By kind\n\n${kinds(rowCounts)}`,
    `By framework\n\n${groups(rowCounts, 'framework')}`,
    `By repository\n\n${groups(rowCounts, 'repository')}`,
    `Time and memory\n\n${usages(usage)}`,
  ].join('\n\n');
}

/** The targets that aren't met, one sentence each. A subject without labels meets its targets. */
export function unmetTargets(rowCounts: RowCounts[]): string[] {
  return SUBJECTS.flatMap((subject) => {
    const counts = sum(rowCounts.filter((row) => row.subject === subject));
    const values: [string, number | undefined, number][] = [
      ['precision', precisionOf(counts), TARGETS[subject].precision],
      ['recall', recallOf(counts.declared), TARGETS[subject].recall],
      ['recall of the hard tier', recallOf(counts.hard), HARD_RECALL_TARGET],
    ];
    return values.flatMap(([name, value, target]) =>
      value !== undefined && value < target ? [`${subject}: ${name} ${share(value)} is below ${share(target)}`] : [],
    );
  });
}

function kinds(rowCounts: RowCounts[]): string {
  const header = ['kind', ...COUNT_COLUMNS, 'targets', 'mean precision', 'mean recall', 'duplicates'];
  const rows = SUBJECTS.map((subject) => {
    const own = rowCounts.filter((row) => row.subject === subject);
    const counts = sum(own);
    const { precision, recall } = TARGETS[subject];
    const means = meansOverRepositories(own);
    const targets = `${share(precision)}, ${share(recall)}`;
    return [subject, ...columns(counts), targets, share(means.precision), share(means.recall), `${counts.duplicates}`];
  });
  return table(header, rows);
}

/** Each repository with the same weight, so that a large one doesn't hide the others. */
function meansOverRepositories(rowCounts: RowCounts[]): { precision: number | undefined; recall: number | undefined } {
  const repositories = [...Map.groupBy(rowCounts, ({ repository }) => repository).values()].map(sum);
  return {
    precision: mean(repositories.map(precisionOf)),
    recall: mean(repositories.map(({ declared }) => recallOf(declared))),
  };
}

function mean(values: (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0) / known.length;
}

function groups(rowCounts: RowCounts[], group: 'framework' | 'repository'): string {
  const names = [...new Set(rowCounts.map((row) => row[group]))].sort();
  const rows = names.flatMap((name) => SUBJECTS.flatMap((subject) => groupRow(rowCounts, group, name, subject)));
  return table([group, 'kind', ...COUNT_COLUMNS], rows);
}

function groupRow(rowCounts: RowCounts[], group: 'framework' | 'repository', name: string, subject: Subject): Row[] {
  const own = rowCounts.filter((row) => row[group] === name && row.subject === subject);
  return own.length === 0 ? [] : [[name, subject, ...columns(sum(own))]];
}

function columns(counts: Counts): Row {
  const { right, wrong, declared, hard } = counts;
  return [
    `${right}`,
    `${wrong}`,
    share(precisionOf(counts)),
    `${declared.matched}/${declared.required}`,
    share(recallOf(declared)),
    `${hard.matched}/${hard.required}`,
    share(recallOf(hard)),
  ];
}

function usages(usage: Usage[]): string {
  const rows = usage.map(({ repository, files, seconds, peakBytes }) => [
    repository,
    `${files}`,
    `${seconds.toFixed(2)} s`,
    `${Math.round(peakBytes / 2 ** 20)} MB`,
  ]);
  return table(['repository', 'files', 'time', 'peak memory'], rows);
}

/** Three decimals, cut and not rounded, so that a value below a target never looks like the target. */
function share(value: number | undefined): string {
  return value === undefined ? '–' : (Math.floor(value * 1000 + 1e-9) / 1000).toFixed(3);
}

function table(header: Row, rows: Row[]): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: Row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}
