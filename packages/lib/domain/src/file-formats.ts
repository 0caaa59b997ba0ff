/** The file formats of exports, by the names of the contract. */
import { type Options, stringify } from 'csv-stringify/sync';

/** One format. */
interface FileFormat {
  mediaType: string;
  /** Returns the content before the rows. */
  head(columns: readonly string[]): string;
  rows(columns: readonly string[], rows: readonly unknown[][]): string;
}

/** Matches blanks and characters without a width, which spreadsheets may trim before they look for a formula. */
const TRIMMED = /^[\p{C}\p{Z}]*/u;
/** Characters with which a formula starts; U+2212 is a minus that compatibility normalization keeps. */
const FORMULA_STARTS = '=+-@\u2212';

/**
 * Returns whether a spreadsheet may interpret a string as a formula: it starts with a control character, or its first visible character is
 * one that starts formulas, in any width or form, such as the full-width `＝` that Excel accepts in East Asian locales.
 */
function mayBeFormula(text: string): boolean {
  if (/^\p{Cc}/u.test(text)) return true;
  const start = text.slice(TRIMMED.exec(text)?.[0].length);
  const [first = ''] = String.fromCodePoint(start.codePointAt(0) ?? 0).normalize('NFKC');
  return FORMULA_STARTS.includes(first);
}

const CSV: Options = {
  record_delimiter: '\r\n',
  // By default only the complete record delimiter is quoted. LibreOffice also splits cells at semicolons and tabs.
  quoted_match: /[\r\n;\t]/,
  cast: {
    string: (text) => (mayBeFormula(text) ? `'${text}` : text),
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
