import values from 'virtual:contract/values';
import { readLabel } from './read-label.ts';
import type { Values } from './types.ts';

/** Returns the label of an enumeration value. Values of later versions of the contract are split into words. */
export function labelOf(enumeration: keyof Values['enumerations'], value: string): string {
  return values.enumerations[enumeration].find((known) => known.value === value)?.label ?? readLabel(value);
}
