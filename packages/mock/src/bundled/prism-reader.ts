/**
 * Prism's reader of OpenAPI documents, and the validator that checks their schemas. The build bundles them.
 * They are only loaded for a contract other than the packaged one, which the build reads.
 */
import formats from 'ajv-formats';

export { transformOas3Operations } from '@stoplight/http-spec/oas3/operation';
export { Ajv2020 } from 'ajv/dist/2020.js';

/** Adds the formats of JSON Schema to a validator. */
export const addFormats = formats.default;
