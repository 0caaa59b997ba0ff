/** Reads OpenAPI 3.1 documents. Nothing here needs Node.js. */
export * from './access.js';
export { narrowAlternatives } from './alternatives.ts';
export * from './careless-requests.ts';
export { closestName } from './closest-name.ts';
export * from './code-samples.ts';
export * from './document.ts';
export * from './error-messages.ts';
export { flattenSchemas } from './flatten-schemas.js';
export * from './instants.ts';
export { isJsonObject } from './json.js';
export { JAVASCRIPT, writeLiteral } from './literals.ts';
export * from './methods.js';
export { EXTENSIBLE_ENUM, openResponses } from './open-responses.ts';
export * from './operations.js';
export * from './paging.ts';
export {
  acceptsEmpty,
  isDecimalInteger,
  listMalformedParameters,
  parseParameter,
  type RawValue,
} from './parameter-values.ts';
export * from './pointer.js';
export * from './preconditions.ts';
export * from './protocol-responses.js';
export * from './reference.js';
export * from './repeated-headers.ts';
export * from './request-bodies.ts';
export * from './request-example.ts';
export * from './request-rules.ts';
export { createSchemaLimits, type SchemaLimits } from './schema-limits.ts';
export * from './schemas.js';
export {
  findUnstorableParameters,
  findUnstorableValues,
  toErrorLocation,
  toStorableText,
  UNSTORABLE_NUMBER,
  UNSTORABLE_TEXT,
} from './storable-values.ts';
export { mapNodes, visitNodes } from './walk.js';
