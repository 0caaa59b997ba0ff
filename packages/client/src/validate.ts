import { dereference, type OutputUnit, type Schema, validate } from '@cfworker/json-schema';
import type { Client } from './call/client.ts';
import { ResponseError } from './call/errors.ts';
import type { RawResponse } from './call/response.ts';
import { responseSchemas } from './generated/response-schemas.ts';

/** A value in a body that doesn't conform to the contract. */
export interface Violation {
  /** JSON Pointer of the value in the body; empty for the body itself. */
  readonly location: string;
  /** The requirement that the value violates. */
  readonly message: string;
}

/** The response has a declared success status, but its JSON doesn't conform to the contract. */
export class ValidationError extends ResponseError<number> {
  override readonly name: string = 'ValidationError';
  /** All violations (at least one), outermost first. */
  declare readonly violations: readonly Violation[];

  /** Called by the client. `message` contains the first violation. */
  constructor(operation: string, response: RawResponse, violations: readonly Violation[]) {
    const [{ location, message } = { location: '', message: '' }] = violations;
    super(
      operation,
      response,
      `${operation}: status ${response.status} violates the contract at "${location}": ${message}`,
    );
    this.violations = violations;
  }
}

/**
 * Returns whether a value is a {@link ValidationError}, even from another copy of this package.
 *
 * @example
 * const checkedClient = withValidation(client);
 * try {
 *   await getRule(checkedClient, { tenant_id: 'halden-freight', workspace_id: 'production', rule_id: 'mcp-server-without-auth' });
 * } catch (error) {
 *   if (isValidationError(error)) console.log(error.violations);
 *   else throw error;
 * }
 */
export function isValidationError(error: unknown): error is ValidationError {
  return error instanceof Error && error.name === 'ValidationError' && 'violations' in error;
}

/**
 * Creates a client that also validates the JSON of every successful response against the contract's schema, and rejects with a
 * `ValidationError` if it doesn't conform. Undeclared properties aren't violations. Error responses
 * aren't validated, so that they keep their status.
 *
 * It contains the schemas of all operations, and is meant for tests and development rather than for a web page.
 *
 * @param client is not changed.
 * @example
 * const checkedClient = withValidation(client);
 * const rule = await getRule(checkedClient, { tenant_id: 'halden-freight', workspace_id: 'production', rule_id: 'mcp-server-without-auth' });
 */
export function withValidation<Checked extends Client>(client: Checked): Checked {
  return {
    ...client,
    async send(operation, request, options) {
      const response = await client.send(operation, request, options);
      const violations = findViolations(`${operation.id} ${response.status}`, response.text);
      if (violations.length > 0) throw new ValidationError(operation.id, response, violations);
      return response;
    },
  };
}

/** The schemas by name, and by the URI of their references. Created on first use. */
let schemas: { $defs: Record<string, Schema>; lookup: Record<string, Schema | boolean> } | undefined;

function findViolations(name: string, text: string): Violation[] {
  if (!schemas) {
    const root: { $defs: Record<string, Schema> } = JSON.parse(responseSchemas);
    schemas = { $defs: root.$defs, lookup: dereference(root) };
  }
  const schema = schemas.$defs[name];
  if (!schema) return [];
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return []; // The operation itself rejects with a DecodeError.
  }
  const { errors } = validate(data, schema, '2020-12', schemas.lookup, false);
  return withoutWrappers(errors).map(({ instanceLocation, error }) => ({
    location: instanceLocation.slice(1),
    message: error,
  }));
}

/** Returns the errors that state a violation, without those of keywords that only contain another schema. */
function withoutWrappers(errors: OutputUnit[]): OutputUnit[] {
  const wrappers = /^(properties|patternProperties|additionalProperties|items|prefixItems|\$ref|allOf)$/;
  const violations = errors.filter(({ keyword }) => !wrappers.test(keyword));
  return violations.length > 0 ? violations : errors;
}
