/** Serializes responses by the schemas of the contract. */
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { Schema } from '../contract/contract.ts';
import { compileProjection, type Project } from './projection.ts';

/** Compiles a schema on its first response. */
export const compileSerializer: FastifySerializerCompiler<Schema> = ({ schema }) => {
  let project: Project | undefined;
  return (value: unknown) => {
    project ??= compileProjection(schema);
    return JSON.stringify(project(value));
  };
};
