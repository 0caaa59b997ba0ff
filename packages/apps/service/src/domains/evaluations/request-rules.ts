/** Rules for requests that the contract declares in addition to its schemas. */
import { findMissingFields, findSupportedBody } from '@aispm/openapi';
import type { EvaluationConfig } from '@aispm/types';
import { document, getSchema } from '../../platform/contract/contract.ts';
import { unprocessable } from '../../platform/http/errors/errors.ts';
import { createValueValidator } from '../../platform/http/validation.ts';

/**
 * Checks that a body has the fields that the contract requires in addition to its schema.
 *
 * @throws {ApiError} 422
 */
export function checkMissingFields(schema: string, body: object): void {
  const violations = findMissingFields(document, getSchema(schema), body);
  const details = violations.map(({ location, message }) => [location, message]);
  if (violations.length > 0) throw unprocessable('missing_field', Object.fromEntries(details));
}

const supportedBodies = new Map<string, ReturnType<typeof createValueValidator>>();

/**
 * Checks that the service supports the values in a body.
 *
 * @throws {ApiError} 422
 */
export function checkSupportedValues<Body extends object>(
  schema: 'AgentEvaluation' | 'AgentEvaluationUpdate',
  body: Body,
): asserts body is Body & { config?: EvaluationConfig } {
  const validate = supportedBodies.get(schema) ?? createSupportedBodyValidator(schema);
  supportedBodies.set(schema, validate);
  const result = validate(body);
  if ('error' in result) throw unprocessable('unsupported_value', result.error.details);
}

function createSupportedBodyValidator(schema: string) {
  const supported = findSupportedBody(document, getSchema(schema));
  // The schemas that others refer to are part of the compiled schema.
  return createValueValidator({ ...supported, components: document.components }, 'body');
}
