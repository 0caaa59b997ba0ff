/** Chooses the named example that fits the values in a request's path. */

/** A named example of a response body. */
export interface NamedExample {
  key: string;
  value: unknown;
}

/** Returns the name of the example for a request with these path parameters, or undefined when none fits better. */
export type ExampleChooser = (parameters: Readonly<Record<string, string>>) => string | undefined;

/**
 * Prepares the choice among examples. An example fits a path parameter when it is the record with that identifier, or
 * when it holds a field of the parameter's name with that value; the one that fits the most parameters is chosen, the
 * first one of equals.
 *
 * @param examples the examples, the default one first
 * @param parameters names of the path parameters
 */
export function createExampleChooser(examples: readonly NamedExample[], parameters: readonly string[]): ExampleChooser {
  const indexed = examples.map(({ key, value }) => {
    const own = identifiers(value);
    return { key, values: new Map(parameters.map((name) => [name, new Set([...own, ...fieldValues(value, name)])])) };
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

/** What identifies a record: its `id`, else its first field that ends in `_id`; in a table, every cell. */
function identifiers(record: unknown): string[] {
  if (typeof record !== 'object' || record === null) return [];
  const fields = Object.entries(record);
  const id = fields.find(([name]) => name === 'id') ?? fields.find(([name]) => name.endsWith('_id'));
  const cells = fields.flatMap(([, column]) => (Array.isArray(column) ? column : [])).filter(Array.isArray);
  return [id?.[1], ...cells.flat()].filter((value) => typeof value === 'string');
}

/** All strings that a field of this name has, however deep. */
function fieldValues(node: unknown, name: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === name && typeof value === 'string' ? [value] : fieldValues(value, name),
  );
}
