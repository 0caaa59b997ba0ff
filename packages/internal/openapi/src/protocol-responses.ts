/** Protocol responses: what any request can get beside the responses that its operation declares. */
import { type Document, isJsonObject, type Reference, type Response } from './document.ts';
import { jsonContent, listExamples, type Operation, type StatusResponse } from './operations.ts';
import { formatPointer } from './pointer.ts';
import { resolveWithPointer } from './reference.ts';

/** The member of a document that maps statuses to its protocol responses. */
export const PROTOCOL_RESPONSES = 'x-protocol-responses';

/** The member of a protocol response that names the request header it requires. */
export const REQUEST_HEADER = 'x-request-header';

/** A protocol response, references resolved. Its schemas, headers and examples may still be references. */
export interface ProtocolResponse extends StatusResponse {
  /** JSON Pointer of the definition: the target of the reference in the map. */
  pointer: string;
  /** Name of the request header without which the response cannot occur; undefined when it can occur on any request. */
  requestHeader: string | undefined;
}

/**
 * Lists the protocol responses of a document, the lowest status first. A document without any has none.
 *
 * @throws {ReferenceResolutionError} when one is a reference that cannot be resolved
 */
export function listProtocolResponses(document: Document): ProtocolResponse[] {
  const map: unknown = document[PROTOCOL_RESPONSES];
  if (!isJsonObject(map)) return [];
  return Object.entries(map)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, declared]) => {
      const location = formatPointer([PROTOCOL_RESPONSES, status]);
      const { value: response, pointer = location } = resolveWithPointer<Response>(
        document,
        declared as Response | Reference,
        location,
      );
      const requestHeader: unknown = isJsonObject(response) ? response[REQUEST_HEADER] : undefined;
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
 * the operation does not declare. The operation may declare a response of its own with the same status.
 */
export function protocolResponsesOf(
  protocolResponses: readonly ProtocolResponse[],
  { parameters }: Pick<Operation, 'parameters'>,
): ProtocolResponse[] {
  const headers = new Set(
    parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name.toLowerCase()),
  );
  return protocolResponses.filter(
    ({ requestHeader }) => requestHeader === undefined || headers.has(requestHeader.toLowerCase()),
  );
}

/** Lists the reasons that the examples of an error response have, each once. */
export function exampleReasons(document: Document, response: Response): string[] {
  const examples = listExamples(document, jsonContent(response) ?? {});
  return [...new Set(examples.flatMap(({ value }) => readReason(value) ?? []))];
}

/**
 * Returns the protocol response that a received response is; undefined when it is one of the operation's own. Where an
 * operation declares a status itself too, the reason in the body says which of both it is.
 *
 * @param body the parsed JSON of the received response
 */
export function findProtocolResponse(
  document: Document,
  protocolResponses: readonly ProtocolResponse[],
  operation: Pick<Operation, 'parameters' | 'responses'>,
  status: number,
  body: unknown,
): ProtocolResponse | undefined {
  const found = protocolResponsesOf(protocolResponses, operation).find(
    (protocol) => protocol.status === String(status),
  );
  if (!found || !Object.hasOwn(operation.responses, status)) return found;
  const reason = readReason(body);
  return reason !== undefined && exampleReasons(document, found.response).includes(reason) ? found : undefined;
}

function readReason(body: unknown): string | undefined {
  return isJsonObject(body) && typeof body.reason === 'string' ? body.reason : undefined;
}
