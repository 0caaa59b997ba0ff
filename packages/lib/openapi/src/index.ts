/** Reads OpenAPI 3.1 documents. Nothing here needs Node.js. */
export * from './document/access.js';
export * from './document/deprecation.js';
export * from './document/document.ts';
export { isJsonObject } from './document/json.js';
export * from './document/lists.js';
export * from './document/methods.js';
export * from './document/operations.js';
export * from './document/paging.ts';
export * from './document/pointer.js';
export * from './document/protocol-responses.js';
export * from './document/query-parameters.js';
export * from './document/reference.js';
export { mapNodes, visitNodes } from './document/walk.js';
export * from './samples/code-samples.ts';
export { JAVASCRIPT, writeLiteral } from './samples/literals.ts';
export * from './samples/request-example.ts';
export { narrowAlternatives } from './schemas/alternatives.ts';
export { flattenSchemas } from './schemas/flatten-schemas.js';
export { EXTENSIBLE_ENUM, openResponses } from './schemas/open-responses.ts';
export { createSchemaLimits, type SchemaLimits } from './schemas/schema-limits.ts';
export * from './schemas/schemas.js';
export { isAcceptable } from './validation/accept.ts';
export { closestName } from './validation/closest-name.ts';
export * from './validation/error-messages.ts';
export {
  acceptsEmpty,
  isDecimalInteger,
  isPercentEncoded,
  listMalformedParameters,
  parseParameter,
  type RawValue,
} from './validation/parameter-values.ts';
export * from './validation/preconditions.ts';
export * from './validation/repeated-headers.ts';
export * from './validation/request-bodies.ts';
export * from './validation/request-rules.ts';
export {
  findUnsupportedParameters,
  findUnsupportedValues,
  toErrorLocation,
  toStorableText,
  UNSUPPORTED_NUMBER,
  UNSUPPORTED_TEXT,
} from './validation/storable-values.ts';
export * from './validation/timestamps.ts';
export * from './validation/unexpected-requests.ts';
