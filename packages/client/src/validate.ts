import { dereference, type OutputUnit, type Schema, validate } from '@cfworker/json-schema';
import type { Client } from './client.js';
import { AnswerError } from './errors.js';
import { responseSchemas } from './generated/response-schemas.js';
import type { Answer } from './runtime/reply.js';

/** One thing that is wrong with a body. */
export interface Issue {
  /** Where it is: a JSON Pointer into the body, empty for the whole. */
  readonly location: string;
  /** What is wrong there. */
  readonly message: string;
}

/** The answer has a declared success status, but its JSON is not what the contract says. */
export class ValidationError extends AnswerError<number> {
  override readonly name: string = 'ValidationError';
  /** Everything that is wrong, outermost first; at least one. */
  declare readonly issues: readonly Issue[];

  /** Made by the runtime; `message` tells the first issue. */
  constructor(operation: string, answer: Answer, issues: readonly Issue[]) {
    const [{ location, message } = { location: '', message: '' }] = issues;
    super(operation, answer, `${operation}: status ${answer.status} breaks the contract at "${location}": ${message}`);
    this.issues = issues;
  }
}

/**
 * Whether `error` is a {@link ValidationError}; also true for one of another copy of this package.
 *
 * @example
 * try {
 *   await getRule(validated(client), { tenant_id: 'halden-freight', workspace_id: 'production', rule_id: 'mcp-server-without-auth' });
 * } catch (error) {
 *   if (isValidationError(error)) console.log(error.issues);
 *   else throw error;
 * }
 */
export function isValidationError(error: unknown): error is ValidationError {
  return error instanceof Error && error.name === 'ValidationError' && 'issues' in error;
}

/**
 * A client that also checks the JSON of every success against the schema of the contract, and rejects with a
 * `ValidationError` when it does not hold. Fields that the contract does not name are no fault. Error answers are not
 * checked, so that they keep their status.
 *
 * It brings the schemas of all operations along: for tests and development rather than for a page.
 *
 * @param client stays as it is.
 * @example
 * const checked = validated(client);
 * const rule = await getRule(checked, { tenant_id: 'halden-freight', workspace_id: 'production', rule_id: 'mcp-server-without-auth' });
 */
export function validated(client: Client): Client {
  return {
    ...client,
    send: (operation, encode, options, read) =>
      client.send(operation, encode, options, (answer) => {
        const issues = issuesOf(`${operation.id} ${answer.status}`, answer.text);
        if (issues.length > 0) throw new ValidationError(operation.id, answer, issues);
        return read(answer);
      }),
  };
}

/** The schemas by name, and by address for those that refer to them. Made when first used. */
let schemas: { $defs: Record<string, Schema>; lookup: Record<string, Schema | boolean> } | undefined;

function issuesOf(name: string, text: string): Issue[] {
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
  return leaves(errors).map(({ instanceLocation, error }) => ({ location: instanceLocation.slice(1), message: error }));
}

/** The errors that say what is wrong, without those that say where the wrong part is used. */
function leaves(errors: OutputUnit[]): OutputUnit[] {
  const wrapping = /^(properties|patternProperties|additionalProperties|items|prefixItems|\$ref|allOf)$/;
  const inner = errors.filter(({ keyword }) => !wrapping.test(keyword));
  return inner.length > 0 ? inner : errors;
}
