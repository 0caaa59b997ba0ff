/** The contract as the tests read it. */
import {
  closeObjects,
  type Document,
  findOperation,
  formatPointer,
  listOperations,
  type Operation,
  responseHeaders,
} from '@aispm/openapi';
import { createValidator } from '@aispm/openapi/validate';
import contract from '@aispm/spec/strict.json' with { type: 'json' };

const document = contract as unknown as Document;
const operations = listOperations(document);
/** Finds additional fields, too. */
const validator = createValidator(closeObjects(document));

function getOperation(operationId: string): Operation {
  const operation = findOperation(operations, operationId);
  if (!operation) throw new Error(`The contract has no operation ${operationId}.`);
  return operation;
}

/**
 * Returns the violations of a response body; additional fields are violations.
 *
 * @throws {Error} when the contract does not document such a response
 */
export function findViolations(operationId: string, status: number, mediaType: string, body: unknown): string[] {
  const { responses, pointers } = getOperation(operationId);
  if (!responses[status]?.content?.[mediaType]) {
    throw new Error(`The contract has no ${mediaType} for ${operationId} ${status}.`);
  }
  const pointer = `${pointers.responses[status]}${formatPointer(['content', mediaType, 'schema'])}`;
  return validator
    .validateValue(pointer, body, 'response')
    .map(({ location, message }) => `${formatPointer(location) || '/'} ${message}`);
}

/** Lists the names of the headers that a response must have, in lower case. */
export function listRequiredHeaders(operationId: string, status: number): string[] {
  const response = getOperation(operationId).responses[status];
  const headers = Object.entries(response ? responseHeaders(document, response) : {});
  return headers.flatMap(([name, { required }]) => (required ? [name.toLowerCase()] : []));
}
