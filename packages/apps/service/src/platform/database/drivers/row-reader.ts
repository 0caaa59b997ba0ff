/** Converts rows of the PostgreSQL protocol, where every value is a string, to objects. */
import pg from 'pg';
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

/** Parses an array of strings. Most don't have quotes, and don't need a parser that reads each character. */
function parseTexts(text: string): unknown {
  if (text === '{}') return [];
  const isPlain = /^\{[^"{}\\]+\}$/.test(text) && !text.includes('NULL');
  return isPlain ? text.slice(1, -1).split(',') : parseAnyTexts(text);
}

/** Returns the function that converts values of a type. */
export function getParser(type: number): Parse {
  return PARSERS.get(type) ?? pg.types.getTypeParser(type, 'text');
}

/**
 * Returns a function that converts the rows of a result.
 *
 * @param fields if several columns have the same name, the last one counts
 */
export function createRowReader(fields: readonly Field[]): ReadRow {
  const parsers = fields.map(({ dataTypeID }) => getParser(dataTypeID));
  // Its copies have the same shape, with all columns as own properties.
  const empty: Record<string, unknown> = Object.fromEntries(fields.map(({ name }) => [name, null]));
  return (values) => {
    const row = { ...empty };
    fields.forEach(({ name }, index) => {
      const value = values[index] ?? null;
      row[name] = value === null ? null : parsers[index]?.(value);
    });
    return row;
  };
}
