import values from 'virtual:contract/values';
import type { Values } from './types.ts';

/** Returns the label of a value of an enumeration; the value itself if a later version of the contract has added it. */
export function labelOf(enumeration: keyof Values['enumerations'], value: string): string {
  return values.enumerations[enumeration].find((known) => known.value === value)?.label ?? value;
}
