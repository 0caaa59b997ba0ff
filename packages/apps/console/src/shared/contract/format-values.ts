import values from 'virtual:contract/values';
import { readLabel } from './read-label.ts';
import type { EnumValue } from './types.ts';

/** Returns the value of an enumeration that a form or an address names; undefined when it names none. */
export function findValue<Value extends string>(values: readonly EnumValue<Value>[], name: unknown): Value | undefined {
  return values.find(({ value }) => value === name)?.value;
}

/** Returns the filters and the order of a view as a text, with the labels of what the contract enumerates: "Severity: Critical, High". */
export function formatFilters(filters: object): string {
  return Object.entries(filters)
    .map(([name, value]) => `${readLabel(name)}: ${[value].flat().map(formatValue).join(', ')}`)
    .join('; ');
}

/** Returns a value of a record as a text, with its label if the contract enumerates it. Any other text stays as it is. */
export function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  if (text === 'ASC' || text === 'DESC' || text.endsWith('_at')) return readLabel(text);
  const known = Object.values(values.enumerations).flat();
  return known.find((one) => one.value === text)?.label ?? text;
}
