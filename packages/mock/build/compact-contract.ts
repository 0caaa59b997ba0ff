/** Makes a contract smaller for those who have to load it over a network. */

/** Keys whose values are data and not part of the contract's structure. */
const DATA = new Set(['value', 'default', 'const', 'enum', 'examples']);

/**
 * A copy of a contract, without what makes no difference to any answer: the identifiers that Prism's reader makes up for
 * every node, and the words of the descriptions in schemas, of which only matters which are the same. What is shared stays
 * shared.
 */
export function compactContract<Node>(contract: Node): Node {
  const copies = new Map<object, object>();
  const descriptions = new Map<string, string>();
  const numberOf = (text: string) => {
    const number = descriptions.get(text) ?? String(descriptions.size);
    descriptions.set(text, number);
    return number;
  };
  const compact = (node: unknown, isSchema: boolean): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    const known = copies.get(node);
    if (known) return known;
    const copy: Record<string, unknown> | unknown[] = Array.isArray(node) ? [] : {};
    copies.set(node, copy);
    for (const [key, value] of Object.entries(node)) {
      if ((key === 'id' && typeof value === 'string') || key === 'x-stoplight') continue;
      if (isSchema && key === 'description' && typeof value === 'string') {
        Object.assign(copy, { [key]: numberOf(value) });
        continue;
      }
      const isData = DATA.has(key) && (isSchema || key === 'value');
      Object.assign(copy, { [key]: isData ? value : compact(value, isSchema || key === 'schema') });
    }
    return copy;
  };
  return compact(contract, false) as Node;
}
