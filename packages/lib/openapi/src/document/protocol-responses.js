/**
 * Protocol responses: what any request can get in addition to the responses of its operation.
 *
 * @import { Document, Operation, ProtocolResponse, Response } from './document.ts'
 */
import { isJsonObject } from './json.js';
import { jsonContent, listExamples } from './operations.js';
import { formatPointer } from './pointer.js';
import { resolveWithPointer } from './reference.js';

/** The property of a document that maps statuses to its protocol responses. */
export const PROTOCOL_RESPONSES = 'x-protocol-responses';

/** The property of a protocol response that names the request header it requires. */
export const REQUEST_HEADER = 'x-request-header';

/**
 * Lists the protocol responses of a document, the lowest status first. A document without any has none.
 *
 * @param {Document} document
 * @returns {ProtocolResponse[]}
 * @throws {ReferenceResolutionError} when one is a reference that can't be resolved
 */
export function listProtocolResponses(document) {
  /** @type {unknown} */
  const map = document[PROTOCOL_RESPONSES];
  if (!isJsonObject(map)) return [];
  return Object.entries(map)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, declared]) => {
      const location = formatPointer([PROTOCOL_RESPONSES, status]);
      const { value: response, pointer = location } = resolveWithPointer(
        document,
        /** @type {Response} */ (declared),
        location,
      );
      /** @type {unknown} */
      const requestHeader = isJsonObject(response) ? response[REQUEST_HEADER] : undefined;
      return {
        status,
        response,
        pointer,
        requestHeader: typeof requestHeader === 'string' ? requestHeader : undefined,
      };
    });
}

/**
 * Returns those protocol responses that can occur on an operation: all, except those that require a request header which
 * the operation doesn't declare. The operation may declare its own response with the same status.
 *
 * @param {readonly ProtocolResponse[]} protocolResponses
 * @param {Pick<Operation, 'parameters'>} operation
 */
export function protocolResponsesOf(protocolResponses, { parameters }) {
  const headers = new Set(
    parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name.toLowerCase()),
  );
  return protocolResponses.filter(
    ({ requestHeader }) => requestHeader === undefined || headers.has(requestHeader.toLowerCase()),
  );
}

/**
 * Lists the reasons that the examples of an error response have, each once.
 *
 * @param {Document} document
 * @param {Response} response
 */
export function exampleReasons(document, response) {
  const examples = listExamples(document, jsonContent(response) ?? {});
  return [...new Set(examples.flatMap(({ value }) => readReason(value) ?? []))];
}

/**
 * Returns the protocol response that a received response is; undefined when it's one of the operation's own. Where an
 * operation declares a status itself too, the reason in the body says which of both it is.
 *
 * @param {Document} document
 * @param {readonly ProtocolResponse[]} protocolResponses
 * @param {Pick<Operation, 'parameters' | 'responses'>} operation
 * @param {number} status
 * @param {unknown} body the parsed JSON of the received response
 */
export function findProtocolResponse(document, protocolResponses, operation, status, body) {
  const found = protocolResponsesOf(protocolResponses, operation).find(
    (protocol) => protocol.status === String(status),
  );
  if (!found || !Object.hasOwn(operation.responses, status)) return found;
  const reason = readReason(body);
  return reason !== undefined && exampleReasons(document, found.response).includes(reason) ? found : undefined;
}

/** @param {unknown} body */
function readReason(body) {
  return isJsonObject(body) && typeof body.reason === 'string' ? body.reason : undefined;
}
