/** What a declared filter selects, computed from the fields of a row. */
import type { FieldComparison, Json } from '../../contract/operation.ts';

/** Returns the values at the path of a field: those of all items of the lists on the way. Null and absent values are left out. */
export function listFieldValues(row: Json, field: string): unknown[] {
  let values: unknown[] = [row];
  for (const name of field.split('.')) {
    values = values.flatMap((value) => (value as Json)[name]).filter((value) => value !== null && value !== undefined);
  }
  return values;
}

/** Returns whether a filter with a value selects a row. */
export function isSelected({ match, fields }: FieldComparison, value: unknown, row: Json): boolean {
  const isMatch = COMPARISONS[match];
  if (!isMatch) throw new Error(`The match ${match} depends on more than the row.`);
  return fields.some((field) => isMatch(listFieldValues(row, field), value));
}

/** Returns whether the values of a field match the value of a filter, by match. */
const COMPARISONS: Readonly<Record<string, (values: unknown[], value: unknown) => boolean>> = {
  equals: (values, value) => values.includes(value),
  contains: (values, value) => values.some((text) => fold(text).includes(fold(value))),
  like: (values, value) => values.some((text) => isLike(String(text), String(value))),
  since: (values, value) => values.some((time) => toTime(time) >= toTime(value)),
  until: (values, value) => values.some((time) => toTime(time) <= toTime(value)),
  before: (values, value) => values.some((time) => toTime(time) < toTime(value)),
  after: (values, value) => values.some((text) => String(text) > String(value)),
  present: (values, value) => values.length > 0 === value,
  positive: (values, value) => values.some((number) => Number(number) > 0) === value,
};

/** Returns whether a filter compares only the fields of a row. */
export function isComparable(comparison: FieldComparison | undefined): comparison is FieldComparison {
  return comparison !== undefined && Object.hasOwn(COMPARISONS, comparison.match);
}

function fold(value: unknown): string {
  return String(value).toLowerCase();
}

function toTime(value: unknown): number {
  return Date.parse(String(value));
}

/**
 * Returns whether a text contains a pattern of SQL's `LIKE`, in any case. Each step extends the set of positions that the pattern may
 * have reached, so that the time is limited by the product of the lengths.
 */
function isLike(text: string, pattern: string): boolean {
  const characters = [...fold(text)];
  let reached = new Set(characters.map((_, index) => index).concat(characters.length));
  for (const token of fold(pattern).match(/\\.|./gsu) ?? []) {
    const first = Math.min(...reached);
    if (reached.size === 0) return false;
    reached =
      token === '%'
        ? new Set(Array.from({ length: characters.length - first + 1 }, (_, index) => first + index))
        : new Set(
            [...reached]
              .filter((index) => index < characters.length)
              .filter((index) => token === '_' || characters[index] === token.replace(/^\\(?=.)/su, ''))
              .map((index) => index + 1),
          );
  }
  return reached.size > 0;
}
