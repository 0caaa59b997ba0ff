/** Renders tables for the terminal and for Markdown. */
import type { Table } from './result.ts';

const NUMBER = /^(?:[\d.,]+|[-–])?$/;

/** Returns a table in columns of equal width, for a terminal. */
export function renderText({ columns, rows }: Table): string {
  const lines = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const isNumeric = numericColumns({ columns, rows });
  return lines
    .map((line) =>
      widths
        .map((width, column) => {
          const cell = line[column] ?? '';
          return isNumeric[column] ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns a table in Markdown. */
export function renderMarkdown({ columns, rows }: Table): string {
  const toLine = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  const marks = numericColumns({ columns, rows }).map((isNumeric) => (isNumeric ? '---:' : '---'));
  return [toLine(columns), `|${marks.join('|')}|`, ...rows.map(toLine)].join('\n');
}

/** Returns for each column whether all cells are numbers, which are right-aligned. */
function numericColumns({ columns, rows }: Table): boolean[] {
  return columns.map(
    (_, column) => rows.some((row) => row[column] !== '') && rows.every((row) => NUMBER.test(row[column] ?? '')),
  );
}

/** Escapes a cell: a bar would start the next cell, and a line break would end the table. */
function escapeCell(cell: string): string {
  return cell
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ');
}
