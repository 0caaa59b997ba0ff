/** Reads OpenAPI 3.1 documents. Nothing here needs Node.js. */
export * from './access.ts';
export { narrowAlternatives } from './alternatives.ts';
export * from './careless-requests.ts';
export { closestName } from './closest-name.ts';
export * from './document.ts';
export * from './error-messages.ts';
export { flattenSchemas } from './flatten-schemas.ts';
export * from './instants.ts';
export * from './methods.ts';
export { EXTENSIBLE_ENUM, openResponses } from './open-responses.ts';
export * from './operations.ts';
export * from './paging.ts';
export { acceptsEmpty, isDecimalInteger, parseParameter, type RawValue } from './parameter-values.ts';
export * from './pointer.ts';
export * from './preconditions.ts';
export * from './protocol-responses.ts';
export * from './reference.ts';
export * from './request-bodies.ts';
export * from './request-rules.ts';
export { createSchemaLimits, type SchemaLimits } from './schema-limits.ts';
export * from './schemas.ts';
export {
  findUnstorableParameters,
  findUnstorableValues,
  toErrorLocation,
  toStorableText,
  UNSTORABLE_NUMBER,
  UNSTORABLE_TEXT,
} from './storable-values.ts';
export { mapNodes, visitNodes } from './walk.ts';
