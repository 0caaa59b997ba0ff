/** The coverage as a table for terminals, with a summary. */
import { styleText } from 'node:util';
import { type Cell, formatCount, isCovered, type Ledger, summarize } from './ledger.ts';

const MISSING = '!';

/** Formats a line for each operation and a column for each status, then a sentence. A number counts examples, `.` is not documented. */
export function formatTable(ledger: Ledger): string {
  const { rows, statuses } = ledger;
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
  return [styleText('bold', head), ...lines, '', summarize(ledger)].join('\n');
}

function formatCell(cell: Cell | undefined): string {
  if (!cell) return styleText('dim', '.'.padStart(3));
  if (isCovered(cell)) return formatCount(cell).padStart(3);
  return styleText('red', `${MISSING}${formatCount(cell)}`.padStart(3));
}
