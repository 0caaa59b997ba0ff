/**
 * What reads and checks the document of a contract. The build puts it, with all that it needs, into one file; the
 * contract in the package is read when that is built.
 */
import formats from 'ajv-formats';

export { getHttpOperationsFromSpec } from '@stoplight/prism-http/dist/utils/operations.js';
export { Ajv2020 } from 'ajv/dist/2020.js';

/** Makes a validator check the formats of strings. */
export const addFormats = formats.default;
