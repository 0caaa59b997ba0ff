/** Makes a contract smaller for those who have to load it over a network. */

/** Keys whose values are data and not part of the contract's structure. */
const DATA = new Set(['value', 'default', 'const', 'enum', 'examples']);

/**
 * A copy of a contract, without what makes no difference to any answer: the identifiers that Prism's reader makes up for
 * every node, and the descriptions in schemas. What is shared stays shared.
 */
export function compactContract<Node>(contract: Node): Node {
  const copies = new Map<object, object>();
  const compact = (node: unknown, isSchema: boolean): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    const known = copies.get(node);
    if (known) return known;
    const copy: Record<string, unknown> | unknown[] = Array.isArray(node) ? [] : {};
    copies.set(node, copy);
    for (const [key, value] of Object.entries(node)) {
      const isNote = typeof value === 'string' && (key === 'id' || (isSchema && key === 'description'));
      if (isNote || key === 'x-stoplight') continue;
      const isData = DATA.has(key) && (isSchema || key === 'value');
      Object.assign(copy, { [key]: isData ? value : compact(value, isSchema || key === 'schema') });
    }
    return copy;
  };
  return compact(contract, false) as Node;
}
