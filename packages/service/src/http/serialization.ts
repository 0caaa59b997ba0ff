/** Writes answers by the schemas of the contract. */
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';

/** Compiles a schema when the first answer needs it. */
export const compileSerializer: FastifySerializerCompiler<unknown> = ({ schema }) => {
  let serialize: ((value: unknown) => string) | undefined;
  return (value: unknown) => {
    serialize ??= fastJsonStringify(schema as object);
    return serialize(value);
  };
};
