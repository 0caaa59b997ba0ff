/** Selects the named example that matches the path of a request. */

/** A named example of a response body. */
export interface NamedExample {
  key: string;
  value: unknown;
}

/** Returns the name of the example that best matches the path parameters of a request; undefined when none matches. */
export type ExampleSelector = (parameters: Readonly<Record<string, string>>) => string | undefined;

/**
 * Prepares the selection of an example. An example matches a path parameter if it is the record with that identifier, or
 * contains a property with the name and value of the parameter. The example that matches the most parameters is selected, the
 * first one in case of a tie.
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

/** Lists the values that identify a record: its `id`, otherwise its first property that ends in `_id`; in a table, every cell. */
function listIdentifiers(record: unknown): string[] {
  if (typeof record !== 'object' || record === null) return [];
  const properties = Object.entries(record);
  const id = properties.find(([name]) => name === 'id') ?? properties.find(([name]) => name.endsWith('_id'));
  const cells = properties.flatMap(([, column]) => (Array.isArray(column) ? column : [])).filter(Array.isArray);
  return [id?.[1], ...cells.flat()].filter((value) => typeof value === 'string');
}

/** Lists all strings of properties with a name, at any depth. */
function listPropertyValues(node: unknown, name: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === name && typeof value === 'string' ? [value] : listPropertyValues(value, name),
  );
}
