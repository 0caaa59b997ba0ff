/** The books as a table for a terminal. */
import { styleText } from 'node:util';
import { isProven, type Ledger, textOf } from './ledger.ts';

const MISSING = '!';

/** One line for each operation, one column for each status; a number counts named examples, `.` is not documented. */
export function terminalTable({ rows, statuses }: Ledger): string {
  const width = Math.max(...rows.map(({ operation }) => operation.length));
  const head = ['operation'.padEnd(width), ...statuses.map(String), 'bodies', 'refused'].join('  ');
  const lines = rows.map(({ operation, cells, requests, refusals }) => {
    const byStatus = statuses.map((status) => {
      const cell = cells.find((one) => one.status === status);
      if (!cell) return styleText('dim', '.'.padStart(3));
      const text = (isProven(cell) ? textOf(cell) : `${MISSING}${textOf(cell)}`).padStart(3);
      return isProven(cell) ? text : styleText('red', text);
    });
    const isRefused = refusals.every(({ fault }) => fault === undefined);
    return [
      operation.padEnd(width),
      ...byStatus,
      (requests.documented.length > 0 ? textOf(requests) : '.').padStart(6),
      `${isRefused ? '' : MISSING}${refusals.length}`.padStart(7),
    ].join('  ');
  });
  return [styleText('bold', head), ...lines].join('\n');
}
