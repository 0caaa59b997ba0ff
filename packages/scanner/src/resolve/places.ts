/** Places of values. */
import type { ClassValue, FunctionValue, Place } from './values.ts';

/** Returns the place of the body of a function or class. */
export function createValuePlace({ file, scope }: FunctionValue | ClassValue): Place {
  return { file, scope };
}
