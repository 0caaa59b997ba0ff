/** How scopes are nested. */
import type { FileFacts } from './facts.ts';

/** Returns whether a scope is another one, or inside of it. */
export function isInScope(facts: FileFacts, scope: number, outer: number): boolean {
  for (let index: number | undefined = scope; index !== undefined; index = facts.scopes[index]?.parent) {
    if (index === outer) return true;
  }
  return false;
}
