/** The file formats of exports, by the names of the contract. */
import { type Options, stringify } from 'csv-stringify/sync';

/** One format. */
interface FileFormat {
  mediaType: string;
  /** Returns the content before the rows. */
  head(columns: readonly string[]): string;
  rows(columns: readonly string[], rows: readonly unknown[][]): string;
}

/** Matches text that a spreadsheet would interpret as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const CSV: Options = {
  record_delimiter: '\r\n',
  // By default only the complete record delimiter is quoted.
  quoted_match: /[\r\n]/,
  cast: {
    string: (text) => (FORMULA.test(text) ? `'${text}` : text),
    boolean: String,
    object: (value) => JSON.stringify(value),
  },
};

export const FILE_FORMATS = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    head: (columns) => stringify([[...columns]], CSV),
    rows: (_, rows) => stringify([...rows], CSV),
  },
  ndjson: {
    mediaType: 'application/x-ndjson',
    head: () => '',
    rows: (columns, rows) => rows.map((cells) => `${JSON.stringify(toObject(columns, cells))}\n`).join(''),
  },
} satisfies Record<string, FileFormat>;

/** Returns a portable file name, derived from the name of the view. */
export function toFileName(viewName: string, format: keyof typeof FILE_FORMATS): string {
  const name = viewName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${name.slice(0, 100) || 'export'}.${format}`;
}

function toObject(columns: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
}
