/** Converts rows of the protocol of PostgreSQL, in which every value is a text, to objects. */
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

const PARSERS = new Map<number, Parse>([
  [TYPE.int8, Number],
  [TYPE.timestamptz, parseTimestamp],
]);

/** Returns the function that converts values of a type. */
export function getParser(type: number): Parse {
  return PARSERS.get(type) ?? pg.types.getTypeParser(type, 'text');
}

/** The parser of types that the driver does not know: they remain texts. */
const KEEP_TEXT = pg.types.getTypeParser(pg.types.builtins.TEXT, 'text');

/** Returns a function that converts the rows of a result. */
export function createRowReader(fields: readonly Field[]): ReadRow {
  const names = fields.map(({ name }) => name);
  const parsers = fields.map(({ dataTypeID }) => {
    const parse = getParser(dataTypeID);
    return parse === KEEP_TEXT ? undefined : parse;
  });
  const empty = Object.fromEntries(names.map((name) => [name, null]));
  return (values) => {
    // A copy has all columns, so that all rows have the same shape.
    const row: Record<string, unknown> = { ...empty };
    for (let index = 0; index < names.length; index += 1) {
      const value = values[index] as string | null;
      if (value === null) continue;
      const parse = parsers[index];
      row[names[index] as string] = parse ? parse(value) : value;
    }
    return row;
  };
}
