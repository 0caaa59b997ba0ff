/** Rules of requests beside their schemas, as the service applies them. */
import { type Document, findMissingFields, type Schema } from './bundled/openapi.ts';
import type { Operation } from './contract-types.ts';
import { ApiError } from './errors.ts';

/**
 * Checks the body of a valid request.
 *
 * @throws {ApiError} 413 or 422
 */
export type RuleCheck = (body: unknown) => void;

/** The schemas of Prism's operations have no references to resolve. */
const NO_DOCUMENT = {} as Document;

/** Creates the check of an operation. */
export function createRuleCheck(operation: Operation, operations: readonly Operation[]): RuleCheck {
  const schema = (operation.request?.body?.contents?.[0]?.schema ?? {}) as Schema;
  const maxBytes = findMaxValueBytes(operation, operations);
  return (body) => {
    checkValueSize(body, maxBytes);
    const details = findMissingFields(NO_DOCUMENT, schema, body);
    const [first] = details;
    if (first) throw new ApiError(422, 'missing_field', `${first.location} ${first.message}.`, { details });
  };
}

/** Returns the maximum size of the values that an operation stores, which the list of the values documents; else infinity. */
function findMaxValueBytes({ path, request }: Operation, operations: readonly Operation[]): number {
  const body = (request?.body?.contents?.[0]?.schema ?? {}) as Schema;
  const listPath = path.slice(0, path.lastIndexOf('/'));
  const list = operations.find((other) => other.method.toLowerCase() === 'get' && other.path === listPath);
  const page = (list?.responses[0]?.contents?.[0]?.schema ?? {}) as Schema;
  const { maximum } = page.properties?.items?.items?.properties?.size_bytes ?? {};
  return body.properties?.value && maximum !== undefined ? maximum : Number.POSITIVE_INFINITY;
}

function checkValueSize(body: unknown, maxBytes: number): void {
  if (maxBytes === Number.POSITIVE_INFINITY) return;
  const { value } = body as { value: unknown };
  if (new TextEncoder().encode(JSON.stringify(value)).byteLength <= maxBytes) return;
  throw new ApiError(413, 'value_too_large', `The value is larger than ${maxBytes} bytes as JSON. Send a smaller one.`);
}
