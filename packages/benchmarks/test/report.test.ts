import { describe, expect, it } from 'vitest';
import { type Run, renderDocument, renderRun } from '../src/report/report.ts';
import type { Result } from '../src/report/result.ts';
import { renderMarkdown, renderText } from '../src/report/table.ts';

const TABLE = {
  columns: ['Request', 'Mock', 'Ratio'],
  rows: [
    ['list', '12,345', '5.1'],
    ['one record', '7', '-'],
  ],
};

describe('a table', () => {
  it('aligns text on the left and numbers on the right, in Markdown and in the terminal', () => {
    expect(renderMarkdown(TABLE)).toBe(
      ['| Request | Mock | Ratio |', '|---|---:|---:|', '| list | 12,345 | 5.1 |', '| one record | 7 | - |'].join('\n'),
    );
    expect(renderText(TABLE)).toBe(
      ['Request       Mock  Ratio', 'list        12,345    5.1', 'one record       7      -'].join('\n'),
    );
  });

  it('aligns a column on the left if a cell is not a number, or if all cells are empty', () => {
    const table = { columns: ['', 'Time', 'Note'], rows: [['start', '3 ms', '']] };
    expect(renderMarkdown(table).split('\n')[1]).toBe('|---|---|---|');
  });

  it('escapes cells that contain bars and line breaks', () => {
    const table = { columns: ['a|b'], rows: [['one\ntwo'], ['back\\slash|bar']] };
    expect(renderMarkdown(table).split('\n')).toEqual(['| a\\|b |', '|---|', '| one two |', '| back\\\\slash\\|bar |']);
  });
});

function createRun(name: string, result: Result | string): Run {
  const environment = { date: '2026-11-27', commit: 'abc1234567', isClean: false, machine: 'A processor, 2 cores' };
  return { name, summary: `the ${name}`, environment, seconds: 61.6, result };
}

const RESULT: Result = {
  description: 'Sizes are of `gzip -9`.',
  table: TABLE,
  notes: ['kubb failed.'],
  missed: ['list: at most 5.'],
  headline: { value: '2,345 B', meaning: 'for a call' },
};

describe('the document', () => {
  it('contains the command, date, commit, state of the files, machine and table of each benchmark', () => {
    const section = renderDocument([createRun('client', RESULT)]).split('\n## ')[1];
    expect(section).toBe(`client

Measures the client.

\`\`\`sh
npm run bench -- client
\`\`\`

- Date: 2026-11-27, in 62 s
- Commit: \`abc1234567\`, with uncommitted changes
- Machine: A processor, 2 cores

Sizes are of \`gzip -9\`.

${renderMarkdown(TABLE)}

- Limit missed: list: at most 5.

- kubb failed.
`);
  });

  it('contains the tables of variants after the table of the benchmark, each with a description', () => {
    const variants = [{ description: 'With 50 tenants.', table: { columns: ['Tenant'], rows: [['small']] } }];
    const document = renderDocument([createRun('client', { ...RESULT, variants })]);
    expect(document).toContain(
      `${renderMarkdown(TABLE)}\n\nWith 50 tenants.\n\n| Tenant |\n|---|\n| small |\n\n- Limit`,
    );
  });

  it('starts with the headline values, each with a link to its section', () => {
    const [start] = renderDocument([createRun('client', RESULT)]).split('\n## ');
    expect(start).toContain('| **2,345 B** | for a call | [client](#client) |');
  });

  it('wraps lines at 120 characters, and preserves paragraphs and items', () => {
    const text = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    const document = renderDocument([createRun('client', { ...RESULT, description: text, notes: [text, text] })]);
    for (const line of document.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
    expect(document.replaceAll(/\s+/g, ' ')).toContain(`${text} | Request`);
    expect(document.match(/^- word0 /gm)).toHaveLength(2);
    expect(document.match(/^ {2}word\d+ /gm)).not.toBeNull();
  });

  it('contains the reason if a benchmark has no table', () => {
    const document = renderDocument([createRun('mock', 'Prism returned 500.\nSee its output.')]);
    expect(document).toContain('**Not measured:** Prism returned 500. See its output.');
  });
});

describe('the report in the terminal', () => {
  it('contains machine, table, missed limits and notes, without Markdown syntax', () => {
    expect(renderRun({ ...createRun('client', RESULT), result: RESULT })).toBe(
      [
        'A processor, 2 cores',
        'Sizes are of gzip -9.',
        renderText(TABLE),
        '- Limit missed: list: at most 5.',
        '- kubb failed.',
      ].join('\n\n'),
    );
  });
});
