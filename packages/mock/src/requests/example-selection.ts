/** Selects the named example that fits the path of a request. */

/** A named example of a response body. */
export interface NamedExample {
  key: string;
  value: unknown;
}

/** Returns the name of the example that fits the path parameters of a request best; undefined when none fits. */
export type ExampleSelector = (parameters: Readonly<Record<string, string>>) => string | undefined;

/**
 * Prepares the selection of an example. An example fits a path parameter when it is the record with that identifier, or
 * contains a property with the name and value of the parameter. The example that fits the most parameters is selected, the
 * first one among equals.
 *
 * @param examples the examples, the default one first
 * @param parameters names of the path parameters
 */
export function createExampleSelector(
  examples: readonly NamedExample[],
  parameters: readonly string[],
): ExampleSelector {
  const indexed = examples.map(({ key, value }) => {
    const identifiers = listIdentifiers(value);
    const values = parameters.map(
      (name) => [name, new Set([...identifiers, ...listPropertyValues(value, name)])] as const,
    );
    return { key, values: new Map(values) };
  });
  return (request) => {
    let best: string | undefined;
    let bestScore = 0;
    for (const { key, values } of indexed) {
      const score = parameters.filter((name) => values.get(name)?.has(request[name] ?? '')).length;
      if (score > bestScore) [best, bestScore] = [key, score];
    }
    return best;
  };
}

/** Lists what identifies a record: its `id`, or else its first property that ends in `_id`; in a table, every cell. */
function listIdentifiers(record: unknown): string[] {
  if (typeof record !== 'object' || record === null) return [];
  const properties = Object.entries(record);
  const id = properties.find(([name]) => name === 'id') ?? properties.find(([name]) => name.endsWith('_id'));
  const cells = properties.flatMap(([, column]) => (Array.isArray(column) ? column : [])).filter(Array.isArray);
  return [id?.[1], ...cells.flat()].filter((value) => typeof value === 'string');
}

/** Lists all strings of the properties with a name, at any depth. */
function listPropertyValues(node: unknown, name: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === name && typeof value === 'string' ? [value] : listPropertyValues(value, name),
  );
}
