import values from 'virtual:contract/values';
import { readLabel } from './read-label.ts';
import type { Values } from './types.ts';

/** Returns the label of a value of an enumeration; that of its words if a later version of the contract has added it. */
export function labelOf(enumeration: keyof Values['enumerations'], value: string): string {
  return values.enumerations[enumeration].find((known) => known.value === value)?.label ?? readLabel(value);
}
