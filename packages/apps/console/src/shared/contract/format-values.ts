import values from 'virtual:contract/values';
import { readLabel } from './read-label.ts';
import type { EnumValue } from './types.ts';

/** Returns the enumeration value with a name from a form or URL; undefined if there is none. */
export function findValue<Value extends string>(values: readonly EnumValue<Value>[], name: unknown): Value | undefined {
  return values.find(({ value }) => value === name)?.value;
}

/** Formats the filters and order of a view, with labels for enumerated values: "Severity: Critical, High". */
export function formatFilters(filters: object): string {
  return Object.entries(filters)
    .map(([name, value]) => `${readLabel(name)}: ${[value].flat().map(formatValue).join(', ')}`)
    .join('; ');
}

/** Formats a value of a record, as its label if the contract enumerates it. */
export function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  if (text === 'ASC' || text === 'DESC' || text.endsWith('_at')) return readLabel(text);
  const known = Object.values(values.enumerations).flat();
  return known.find(({ value: enumerated }) => enumerated === text)?.label ?? text;
}
