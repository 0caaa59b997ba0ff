/** Suggests operations for a name that no operation has. */
import { closestName } from '../bundled/openapi.ts';
import type { Operation } from '../core/contract-types.ts';

/** Returns the closest name as a question, otherwise all names as a sentence, without a capital. */
export function suggestOperation(operations: readonly Operation[], name: string): string {
  const known = operations.map(({ iid }) => iid);
  const closest = closestName(name, known);
  return closest === undefined ? `use one of ${known.join(', ')}.` : `did you mean ${closest}?`;
}
