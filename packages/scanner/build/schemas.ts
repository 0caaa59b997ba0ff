/** The schemas of the contract that one of them needs. */

type Json = Record<string, unknown>;

/**
 * Returns a schema and all that it refers to, directly or indirectly, as one JSON Schema: the others are in `$defs`.
 *
 * @throws {Error} when the contract has no schema of this name
 */
export function schemasOf(contract: { components: { schemas: Record<string, Json> } }, name: string): Json {
  const { schemas } = contract.components;
  const reached = new Set([name]);
  for (const each of reached) {
    const text = JSON.stringify(schemas[each] ?? missing(each));
    for (const [, target = ''] of text.matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) reached.add(target);
  }
  const definitions = Object.fromEntries([...reached].map((each) => [each, withoutTexts(schemas[each])]));
  const text = JSON.stringify({ $ref: `#/$defs/${name}`, $defs: definitions });
  return JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/'));
}

function missing(name: string): never {
  throw new Error(`The contract has no schema ${name}.`);
}

/** Members that don't validate. `discriminator` only repeats what `oneOf` says. */
const TEXTS = new Set(['title', 'description', 'examples', 'discriminator']);

function withoutTexts(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNames || !(TEXTS.has(key) || key.startsWith('x-')))
      .map(([key, inner]) => [key, withoutTexts(inner, key === 'properties' && !isNames)]),
  );
}
