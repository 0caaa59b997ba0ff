/** Reduces the size of the packaged contract, which browsers load over a network and the mock reads at each start. */

/** Keys whose values are data. */
const DATA = new Set(['value', 'default', 'const', 'enum', 'examples']);

/** Members of operations that only people read, or that the mock reads elsewhere. */
const UNUSED = ['summary', 'description', 'tags', 'servers'];

/** Extensions that only people and the lint read, and those of Prism's reader. */
const UNUSED_EXTENSIONS = new Set(['x-enumDescriptions', 'x-lint-exceptions', 'x-stoplight']);

/**
 * Copies a contract without the parts that do not affect any response: the identifiers that Prism's reader assigns to every
 * node, and the texts of descriptions in schemas, which are replaced by numbers because only their equality matters. Shared nodes
 * remain shared.
 */
export function compactContract<Contract extends { operations: object[] }>(contract: Contract): Contract {
  const operations = contract.operations.map((operation) =>
    Object.fromEntries(Object.entries(operation).filter(([name]) => !UNUSED.includes(name))),
  );
  return compactNodes({ ...contract, operations });
}

function compactNodes<Node>(contract: Node): Node {
  const copies = new Map<object, object>();
  const descriptions = new Map<string, string>();
  const getNumber = (text: string) => {
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
      if ((key === 'id' && typeof value === 'string') || UNUSED_EXTENSIONS.has(key)) continue;
      if (isSchema && key === 'description' && typeof value === 'string') {
        Object.assign(copy, { [key]: getNumber(value) });
        continue;
      }
      const isData = DATA.has(key) && (isSchema || key === 'value');
      Object.assign(copy, { [key]: isData ? value : compact(value, isSchema || key === 'schema') });
    }
    return copy;
  };
  return compact(contract, false) as Node;
}
