/** Writes answers by the schemas of the contract. */
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';

/** Compiles a schema when the first answer needs it. */
export const compileSerializer: FastifySerializerCompiler<unknown> = ({ schema }) => {
  let serialize: ((value: unknown) => string) | undefined;
  return (value: unknown) => {
    serialize ??= fastJsonStringify(open(schema) as object);
    return serialize(value);
  };
};

/**
 * The schema with every value open that may be a text as well as a list or an object: the writer would take the list for
 * something to be made a text of.
 */
function open(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(open);
  if (typeof node !== 'object' || node === null) return node;
  const { type } = node as { type?: unknown };
  const isText = Array.isArray(type) && type.includes('string');
  if (isText && (type.includes('array') || type.includes('object'))) return {};
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, open(member)]));
}
