type Json = { [key: string]: unknown };

/**
 * Gives every object schema of a bundled contract, as `examples`, the first value that an example of an operation shows
 * for it: of a body that is this schema, or else of a part of a body. Redoc then shows a record of the contract beside
 * the schema instead of `"string"` for each text.
 *
 * Schemas that have examples keep them, and schemas that no example shows stay as they are. The contract is changed in
 * place; the examples are those of the contract itself, shared and not copied.
 */
export function addSchemaExamples(contract: Json): void {
  const { schemas, ...components } = contract.components as { schemas: Record<string, Json> };
  const bodies = [...examplesOf(contract.paths), ...examplesOf(components)];

  const referenced = ({ $ref }: Json) =>
    typeof $ref === 'string' ? schemas[$ref.slice('#/components/schemas/'.length)] : undefined;
  const give = (schema: Json | undefined, value: unknown) => {
    if (schema && !schema.examples && isObject(value)) schema.examples = [value];
  };
  const giveToParts = (schema: unknown, value: unknown): void => {
    if (!isObject(schema)) return;
    const target = referenced(schema);
    if (target) {
      give(target, value);
      giveToParts(target, value);
    }
    for (const way of (schema.anyOf ?? []) as unknown[]) giveToParts(way, value);
    if (Array.isArray(value)) for (const item of value) giveToParts(schema.items, item);
    if (isObject(value))
      for (const [name, part] of Object.entries(value))
        giveToParts((schema.properties as Json | undefined)?.[name] ?? schema.additionalProperties, part);
  };

  for (const { schema, value } of bodies) give(referenced(schema), value);
  for (const { schema, value } of bodies) giveToParts(schema, value);
}

/** Every example below a node, with the schema of the body that it is an example of. */
function examplesOf(node: unknown): { schema: Json; value: unknown }[] {
  if (typeof node !== 'object' || node === null) return [];
  const { schema, examples } = node as Json;
  if (isObject(schema) && isObject(examples))
    return Object.values(examples).map((example) => ({ schema, value: (example as Json).value }));
  return Object.values(node).flatMap(examplesOf);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
