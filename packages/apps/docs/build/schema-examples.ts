import {
  isJsonObject,
  isReference,
  listExamples,
  type MediaType,
  resolveWithPointer,
  type Schema,
  visitNodes,
} from '@aispm/openapi';
import type { Contract } from './contract.ts';

/** A value and the schema that it is an example of. */
interface SchemaExample {
  schema: Schema;
  value: unknown;
}

/**
 * Adds to every object schema of a contract, as `examples`, the first value that an example of an operation shows for it:
 * of a body with this schema, otherwise of a part of a body. Its page then shows an object of the example story.
 *
 * Schemas that have examples keep them, and schemas that no example shows remain without. The contract is changed in place;
 * the examples are those of the contract itself, shared and not copied.
 */
export function addSchemaExamples(contract: Contract): void {
  const examples = listSchemaExamples(contract);

  const addExample = (schema: Schema, value: unknown) => {
    if (!schema.examples && isJsonObject(value)) schema.examples = [value];
  };
  const addToParts = (schema: Schema | boolean | undefined, value: unknown): void => {
    if (!isJsonObject(schema)) return;
    const target = resolveSchema(contract, schema);
    if (target !== schema) addExample(target, value);
    for (const alternative of target.anyOf ?? []) addToParts(alternative, value);
    if (Array.isArray(value)) for (const item of value) addToParts(target.items, item);
    if (isJsonObject(value)) {
      for (const [name, part] of Object.entries(value)) {
        addToParts(target.properties?.[name] ?? target.additionalProperties, part);
      }
    }
  };

  for (const { schema, value } of examples) {
    if (isReference(schema)) addExample(resolveSchema(contract, schema), value);
  }
  for (const { schema, value } of examples) addToParts(schema, value);
}

/** Returns the target of a reference as the contract contains it, so that the contract can be changed. */
function resolveSchema(contract: Contract, schema: Schema): Schema {
  return resolveWithPointer<Schema>(contract, schema).target;
}

/** Lists the examples of bodies and parameters in the order of the contract. */
function listSchemaExamples(contract: Contract): SchemaExample[] {
  const found: SchemaExample[] = [];
  visitNodes(contract, (node) => {
    if (!isJsonObject(node.schema) || !isJsonObject(node.examples)) return;
    const { schema = {}, ...mediaType } = node as MediaType;
    for (const { value } of listExamples(contract, mediaType)) found.push({ schema, value });
  });
  return found;
}
