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

/** An example of a schema. */
interface SchemaExample {
  schema: Schema;
  value: unknown;
}

/**
 * Adds `examples` to the object schemas of a contract: the first value in an operation's examples, preferably of a whole body
 * with this schema, otherwise of a part of a body. The schema's page then shows an object of the sample data.
 *
 * Existing examples aren't replaced, and schemas without a value get none. The contract is changed in place, and shares the
 * values with the examples of its operations.
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

/** Returns the target of a reference, the contract's own object so that it can be changed. */
function resolveSchema(contract: Contract, schema: Schema): Schema {
  return resolveWithPointer<Schema>(contract, schema).target;
}

/** Lists the examples of bodies and parameters in the contract's order. */
function listSchemaExamples(contract: Contract): SchemaExample[] {
  const found: SchemaExample[] = [];
  visitNodes(contract, (node) => {
    if (!isJsonObject(node.schema) || !isJsonObject(node.examples)) return;
    const { schema = {}, ...mediaType } = node as MediaType;
    for (const { value } of listExamples(contract, mediaType)) found.push({ schema, value });
  });
  return found;
}
