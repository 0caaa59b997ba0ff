/** Returns whether a JSON Pointer is one of a set, or points to a part of one of them. */
export function isBelow(pointer: string, ancestors: { has(pointer: string): boolean }): boolean {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    if (ancestors.has(pointer.slice(0, end))) return true;
  }
  return ancestors.has('');
}
