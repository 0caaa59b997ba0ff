/** Source text of object literals, for generated code. */

/**
 * Returns a name as the key of a member. Only `__proto__` is in brackets, where it is a name as any other: for a literal with computed
 * keys the engine knows no shape in advance, so that its objects need twice the memory.
 */
export function toKey(name: string): string {
  const text = JSON.stringify(name);
  return name === '__proto__' ? `[${text}]` : text;
}
