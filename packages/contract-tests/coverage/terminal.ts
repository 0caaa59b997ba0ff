/** The coverage as a table for terminals, with a summary. */
import { styleText } from 'node:util';
import { type Cell, type Coverage, formatCount, isCovered, summarize } from './coverage.ts';

const MISSING = '!';

/** Formats a line per operation and a column per status, and a summary. Numbers count examples; `.` isn't documented. */
export function formatTable(coverage: Coverage): string {
  const { rows, statuses } = coverage;
  const width = Math.max(...rows.map(({ operation }) => operation.length));
  const head = ['operation'.padEnd(width), ...statuses.map(String), 'bodies', 'rejected'].join('  ');
  const lines = rows.map(({ operation, cells, requests, rejections }) => {
    const hasFailure = rejections.some(({ failure }) => failure !== undefined);
    return [
      operation.padEnd(width),
      ...statuses.map((status) => formatCell(cells.find((cell) => cell.status === status))),
      (requests.documented.length > 0 ? formatCount(requests) : '.').padStart(6),
      `${hasFailure ? MISSING : ''}${rejections.length}`.padStart(7),
    ].join('  ');
  });
  return [styleText('bold', head), ...lines, '', summarize(coverage)].join('\n');
}

function formatCell(cell: Cell | undefined): string {
  if (!cell) return styleText('dim', '.'.padStart(3));
  if (isCovered(cell)) return formatCount(cell).padStart(3);
  return styleText('red', `${MISSING}${formatCount(cell)}`.padStart(3));
}
