/** Converts rows of the protocol of PostgreSQL, in which every value is a text, to objects. */
import pg from 'pg';
import { toKey } from '../../core/literals.ts';
import { parseTimestamp, TYPE } from './connection.ts';

/** A column of a result. */
export interface Field {
  name: string;
  /** Object identifier of its type. */
  dataTypeID: number;
}

/** Converts the values of a row, in the order of the columns. */
export type ReadRow = (values: readonly (string | null)[]) => unknown;

type Parse = (text: string) => unknown;

/** Object identifier of `text[]`. */
const TEXT_ARRAY: number = 1009;

const PARSERS = new Map<number, Parse>([
  [TYPE.int8, Number],
  [TYPE.timestamptz, parseTimestamp],
  [TEXT_ARRAY, parseTexts],
]);

const parseAnyTexts: Parse = pg.types.getTypeParser(TEXT_ARRAY, 'text');

/** Parses an array of texts: most have no quotes, and need no parser that reads each character. */
function parseTexts(text: string): unknown {
  if (text === '{}') return [];
  const isPlain = /^\{[^"{}\\]+\}$/.test(text) && !text.includes('NULL');
  return isPlain ? text.slice(1, -1).split(',') : parseAnyTexts(text);
}

/** Returns the function that converts values of a type. */
export function getParser(type: number): Parse {
  return PARSERS.get(type) ?? pg.types.getTypeParser(type, 'text');
}

/** The parser of types that the driver does not know: they remain texts. */
const KEEP_TEXT = pg.types.getTypeParser(pg.types.builtins.TEXT, 'text');

/**
 * Returns a function that converts the rows of a result. It is generated, as a literal with all columns: the objects have the same
 * shape, and are built and read in two thirds of the time of a loop over the columns.
 *
 * @param fields their names are part of the statement; when several columns have the same name, the last one counts
 */
export function createRowReader(fields: readonly Field[]): ReadRow {
  const parsers = fields.map(({ dataTypeID }) => getParser(dataTypeID));
  const members = fields.map(({ name }, index) => {
    const value = `values[${index}]`;
    const parsed = parsers[index] === KEEP_TEXT ? value : `${value} === null ? null : parsers[${index}](${value})`;
    return `${toKey(name)}: ${parsed}`;
  });
  return new Function('parsers', `return (values) => ({ ${members.join(', ')} });`)(parsers) as ReadRow;
}
