/**
 * Replaces `../bundled/prism.ts` in the browser bundle: the same parts of Prism, imported in a way that a bundler
 * understands. It is an `.mts` file, so that it imports CommonJS as Node.js does.
 */
import type { createLogger as CreateLogger } from '@stoplight/prism-core/dist/logger.js';
import mocker from '@stoplight/prism-http/dist/mocker/index.js';
import validators from '@stoplight/prism-http/dist/validator/validators/index.js';
import types from '@stoplight/prism-http/dist/validator/validators/types.js';
import formats from 'ajv-formats';
import { JSONSchemaFaker } from 'json-schema-faker';
import type { Generator } from '../bundled/prism.ts';

export { factory } from '@stoplight/prism-core/dist/factory.js';
export { ProblemJsonError } from '@stoplight/prism-http/dist/types.js';
export { validateInput, validateOutput, validateSecurity } from '@stoplight/prism-http/dist/validator/index.js';

export { Ajv2020 } from 'ajv/dist/2020.js';

export const { default: mock } = mocker;
export const { validateBody } = validators;
export const addFormats = formats.default;
export const OUTPUT = types.ValidationContext.Output;

/** Returns Prism's generator, which is loaded together with Prism. */
export const loadGenerator = async (): Promise<Generator> => JSONSchemaFaker as Generator;

/** Creates a logger that logs nothing. In a browser, Prism's logger doesn't support Prism's log levels. */
export const createLogger: typeof CreateLogger = () => silentLogger;

// A pino logger has many more properties, which Prism doesn't use.
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'success'];
const silentLogger = Object.fromEntries(LEVELS.map((level) => [level, () => {}])) as unknown as ReturnType<
  typeof CreateLogger
>;
silentLogger.child = () => silentLogger as ReturnType<typeof silentLogger.child>;
