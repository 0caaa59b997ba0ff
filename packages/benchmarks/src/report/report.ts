/** Renders results: one for the terminal, all of them for `BENCHMARKS.md`. */
import type { Environment } from './environment.ts';
import type { Result, Variant } from './result.ts';
import { renderMarkdown, renderText } from './table.ts';

/** A run of a benchmark. */
export interface Run {
  name: string;
  /** What the benchmark measures, in one line. */
  summary: string;
  environment: Environment;
  seconds: number;
  /** The result; the error message if it failed. */
  result: Result | string;
}

/** Returns the report of a run for a terminal. */
export function renderRun({ environment, result }: Run & { result: Result }): string {
  return [
    environment.machine,
    ...renderTables(result, ({ description, table }) => [description.replaceAll('`', ''), renderText(table)]),
    ...renderLists(result),
  ].join('\n\n');
}

/** Returns the text of `BENCHMARKS.md`. */
export function renderDocument(runs: readonly Run[]): string {
  return `${[
    '# Benchmarks',
    '<!-- `npm run bench:all -w @aispm/scripts` writes this file. Run it on an idle machine instead of editing. -->',
    `Each section has the command that measured its numbers. What's compared was measured alternately in the same run, so
ratios also apply to other machines, but times don't.`,
    ...renderHeadlines(runs),
    ...runs.map(renderSection),
  ].join('\n\n')}\n`;
}

function renderHeadlines(runs: readonly Run[]): string[] {
  const rows = runs.flatMap(({ name, result }) =>
    typeof result === 'string' || !result.headline
      ? []
      : [[`**${result.headline.value}**`, result.headline.meaning, `[${name}](#${name})`]],
  );
  return rows.length === 0 ? [] : [renderMarkdown({ columns: ['In short', '', 'Benchmark'], rows })];
}

function renderSection({ name, summary, environment, seconds, result }: Run): string {
  const { date, commit, isClean, machine } = environment;
  return [
    `## ${name}`,
    `Measures ${summary}.`,
    `\`\`\`sh\nnpm run bench -- ${name}\n\`\`\``,
    [
      `- Date: ${date}, in ${Math.round(seconds)} s`,
      `- Commit: \`${commit}\`${isClean ? '' : ', with uncommitted changes'}`,
      `- Machine: ${machine}`,
    ].join('\n'),
    ...(typeof result === 'string'
      ? [`**Not measured:** ${result.replaceAll(/\s+/g, ' ')}`]
      : [
          ...renderTables(result, ({ description, table }) => [wrap(description), renderMarkdown(table)]),
          ...renderLists(result).map((list) =>
            list
              .split('\n')
              .map((item) => wrap(item, '  '))
              .join('\n'),
          ),
        ]),
  ].join('\n\n');
}

/** Breaks a paragraph, or an item of a list, into lines of up to 120 characters. */
function wrap(text: string, indent = ''): string {
  return text
    .replaceAll('\n', ' ')
    .replaceAll(/(.{1,118})(?: |$)/g, `$1\n${indent}`)
    .trimEnd();
}

function renderTables({ description, table, variants = [] }: Result, render: (variant: Variant) => string[]): string[] {
  return [{ description, table }, ...variants].flatMap(render);
}

function renderLists({ missed, notes }: Result): string[] {
  return [missed.map((text) => `Limit missed: ${text}`), notes]
    .filter((list) => list.length > 0)
    .map((list) => list.map((text) => `- ${text.replaceAll(/\s*\n\s*/g, ' ')}`).join('\n'));
}
