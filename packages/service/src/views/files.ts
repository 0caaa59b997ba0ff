/** Writes the rows of an export as a file. */
import type { ExportFormat } from '@aispm/types';
import { type Options, stringify } from 'csv-stringify/sync';

/** One form of files. */
interface FileForm {
  mediaType: string;
  /** What stands before the rows. */
  head(columns: readonly string[]): string;
  rows(columns: readonly string[], rows: readonly unknown[][]): string;
}

/** A text that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const CSV: Options = {
  record_delimiter: '\r\n',
  // The delimiter between records is quoted as a whole only.
  quoted_match: /[\r\n]/,
  cast: {
    string: (text) => (FORMULA.test(text) ? `'${text}` : text),
    boolean: String,
    object: (value) => JSON.stringify(value),
  },
};

export const FILE_FORMS: Record<ExportFormat, FileForm> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    head: (columns) => stringify([[...columns]], CSV),
    rows: (_, rows) => stringify([...rows], CSV),
  },
  ndjson: {
    mediaType: 'application/x-ndjson',
    head: () => '',
    rows: (columns, rows) => rows.map((cells) => `${JSON.stringify(named(columns, cells))}\n`).join(''),
  },
};

/** Suggests a file name that every system can hold, after the name of the view. */
export function fileName(viewName: string, format: ExportFormat): string {
  const plain = viewName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${plain.slice(0, 100) || 'export'}.${format}`;
}

function named(columns: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
}
