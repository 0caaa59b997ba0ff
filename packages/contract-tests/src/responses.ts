/** The contract for validation in tests. */
import {
  closeObjects,
  type Document,
  findOperation,
  formatPointer,
  listOperations,
  listProtocolResponses,
  type Operation,
  responseHeaders,
} from '@aispm/openapi';
import { createValidator } from '@aispm/openapi/validate';
import contract from '@aispm/spec/strict.json' with { type: 'json' };

const document = contract as Document;
const operations = listOperations(document);
const protocolResponses = listProtocolResponses(document);
/** Also finds additional fields. */
const validator = createValidator(closeObjects(document));

function getOperation(operationId: string): Operation {
  const operation = findOperation(operations, operationId);
  if (!operation) throw new Error(`The contract has no operation ${operationId}.`);
  return operation;
}

/** Returns the violations of a response of an operation, or of a protocol response; additional fields are violations. */
export function findViolations(operationId: string, { status, headers, body }: Received): string[] {
  return validator
    .validateResponse(getOperation(operationId), { status, headers: Object.fromEntries(headers), body })
    .map(({ location, message }) => `${formatPointer(location)} ${message}`);
}

/** A response as the client returns it. */
interface Received {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Lists the names of the headers that a response of an operation must have, in lowercase. */
export function listRequiredHeaders(operationId: string, status: number): string[] {
  const operation = getOperation(operationId);
  const protocol = protocolResponses.find((candidate) => candidate.status === String(status));
  const response = operation.responses[status] ?? protocol?.response;
  const headers = Object.entries(response ? responseHeaders(document, response) : {});
  return headers.flatMap(([name, { required }]) => (required ? [name.toLowerCase()] : []));
}
