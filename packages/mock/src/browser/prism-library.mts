/**
 * Takes the place of `../prism-library.js` in the bundle for browsers: the same parts, as a bundler finds
 * them. An `.mts`, so that it imports CommonJS as Node.js does.
 */
import type { createLogger as CreateLogger } from '@stoplight/prism-core/dist/logger.js';
import mocker from '@stoplight/prism-http/dist/mocker/index.js';
import faker from 'json-schema-faker';
import type { Generator } from '../prism-library.js';

export { factory } from '@stoplight/prism-core/dist/factory.js';
export { ProblemJsonError } from '@stoplight/prism-http/dist/types.js';
export { validateInput, validateOutput, validateSecurity } from '@stoplight/prism-http/dist/validator/index.js';

export { Ajv2020 } from 'ajv/dist/2020.js';

export const { default: mock } = mocker;

/** Prism's generator, which has been loaded with it. */
export const loadGenerator = async (): Promise<Generator> =>
  (faker as unknown as { JSONSchemaFaker: Generator }).JSONSchemaFaker;

/** A logger that says nothing. That of Prism does not know Prism's own levels in a browser. */
export const createLogger: typeof CreateLogger = () => silent;

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'success'];
const silent = Object.fromEntries(levels.map((level) => [level, () => {}])) as unknown as ReturnType<
  typeof CreateLogger
>;
silent.child = () => silent as ReturnType<typeof silent.child>;
