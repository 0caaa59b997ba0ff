/** Serializes responses by the schemas of the contract. */
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';

/** Compiles a schema at its first response. */
export const compileSerializer: FastifySerializerCompiler<unknown> = ({ schema }) => {
  let serialize: ((value: unknown) => string) | undefined;
  return (value: unknown) => {
    serialize ??= fastJsonStringify(openMixedTypes(schema) as object);
    return serialize(value);
  };
};

/** Removes the types of values that may be a string as well as an array or object: fast-json-stringify would coerce them to strings. */
function openMixedTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(openMixedTypes);
  if (typeof node !== 'object' || node === null) return node;
  const { type } = node as { type?: unknown };
  const mayBeString = Array.isArray(type) && type.includes('string');
  if (mayBeString && (type.includes('array') || type.includes('object'))) return {};
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, openMixedTypes(member)]));
}
