/**
 * The parts of Prism that answer requests. The build puts them, with all that they need, into one file: Prism's front
 * door loads a thousand.
 */
import mocker from '@stoplight/prism-http/dist/mocker/index.js';

export { factory } from '@stoplight/prism-core/dist/factory.js';
export { createLogger } from '@stoplight/prism-core/dist/logger.js';
export { ProblemJsonError } from '@stoplight/prism-http/dist/types.js';
export { validateInput, validateOutput, validateSecurity } from '@stoplight/prism-http/dist/validator/index.js';
export { Ajv2020 } from 'ajv/dist/2020.js';

export const mock = mocker.default;

/** The generator of bodies that Prism uses; it has one set of options for all. */
export interface Generator {
  option(name: string, value: unknown): void;
}

/** Loads Prism's generator, which nothing but a generated body needs. */
export async function loadGenerator(): Promise<Generator> {
  // It sets the options when it is loaded; what is set before that is lost.
  await import('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js');
  const { JSONSchemaFaker } = await import('json-schema-faker');
  return JSONSchemaFaker as Generator;
}
