/**
 * The parts of Prism that validate requests and create responses. The build bundles them with their dependencies: Prism's
 * main module loads about a thousand files.
 */
import mocker from '@stoplight/prism-http/dist/mocker/index.js';
import validators from '@stoplight/prism-http/dist/validator/validators/index.js';
import { ValidationContext } from '@stoplight/prism-http/dist/validator/validators/types.js';
import formats from 'ajv-formats';

export { factory } from '@stoplight/prism-core/dist/factory.js';
export { createLogger } from '@stoplight/prism-core/dist/logger.js';
export { ProblemJsonError } from '@stoplight/prism-http/dist/types.js';
export { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
export { Ajv2020 } from 'ajv/dist/2020.js';

export const mock = mocker.default;

/** Adds the formats of JSON Schema to a validator. */
export const addFormats = formats.default;

/** Validates a body. */
export const { validateBody } = validators;

/** Marks a body as the body of a response. */
export const OUTPUT = ValidationContext.Output;

/** Prism's generator of bodies. Its options are global. */
export interface Generator {
  option(name: string, value: unknown): void;
  format(name: string, create: () => string): void;
}

/** Loads Prism's generator, which only generated bodies need. */
export async function loadGenerator(): Promise<Generator> {
  // Loading this module sets the options, and would overwrite options that were set before.
  await import('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js');
  const { JSONSchemaFaker } = await import('json-schema-faker');
  return JSONSchemaFaker as Generator;
}
