/** Source text of object literals, for generated code. */

/**
 * Returns a name as a property key. Only `__proto__` is put in brackets, where it has no special meaning: literals with
 * computed keys have no predefined shape, so their objects need twice the memory.
 */
export function toKey(name: string): string {
  const text = JSON.stringify(name);
  return name === '__proto__' ? `[${text}]` : text;
}
