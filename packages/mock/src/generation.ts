/** Makes schemas that Prism's generator can cope with. */

/** Most items of a generated list, unless its schema demands more. */
const MAX_ITEMS = 5;

const tightened = new WeakMap<object, object>();

/**
 * Shortens every list in a schema, or in anything that has schemas in it. The generator fills nested lists up to their
 * limits, which takes it minutes where the limits are wide. What is valid against the result is valid against the
 * original as well. The same object always has the same result, so that compiled validators are found again.
 */
export function withShortLists<T>(node: T): T {
  if (typeof node !== 'object' || node === null) return node;
  const known = tightened.get(node);
  if (known) return known as T;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(node) ? [] : {};
  tightened.set(node, copy);
  for (const [key, value] of Object.entries(node)) Object.assign(copy, { [key]: withShortLists(value) });
  const { type, minItems, maxItems } = node as { type?: unknown; minItems?: number; maxItems?: number };
  if ([type].flat().includes('array')) {
    Object.assign(copy, { maxItems: Math.max(minItems ?? 0, Math.min(maxItems ?? MAX_ITEMS, MAX_ITEMS)) });
  }
  return copy as T;
}
