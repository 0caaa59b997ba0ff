/**
 * Prism's reader of OpenAPI documents, the validator that checks their schemas, and the conversion of OpenAPI 3.0 to 3.1. The
 * build bundles them. They are loaded only for a contract other than the packaged one, which is read when the package is built.
 */
import formats from 'ajv-formats';

export { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1';
export { transformOas3Operations } from '@stoplight/http-spec/oas3/operation';
export { Ajv2020 } from 'ajv/dist/2020.js';

/** Adds the formats of JSON Schema to a validator. */
export const addFormats = formats.default;
