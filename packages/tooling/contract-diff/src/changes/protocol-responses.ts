/** Protocol responses in comparisons. */
import {
  type Document,
  getNode,
  isJsonObject,
  listOperations,
  listProtocolResponses,
  PROTOCOL_RESPONSES,
  protocolResponsesOf,
  REQUEST_HEADER,
} from '@aispm/openapi';

/**
 * Returns a copy of a contract in which each operation declares the protocol responses that can occur on it, and which
 * has no map of them. The tools know only responses of operations; for callers it's the same where a response is declared.
 */
export function declareProtocolResponses(contract: Document): Document {
  const copy = structuredClone(contract);
  const protocolResponses = listProtocolResponses(copy);
  for (const operation of listOperations(copy)) {
    const declared = protocolResponsesOf(protocolResponses, operation).filter(
      ({ status }) => !Object.hasOwn(operation.responses, status),
    );
    operation.definition.responses = {
      ...operation.definition.responses,
      ...Object.fromEntries(
        declared.map(({ status, pointer, response }) => [
          status,
          pointer.startsWith('/components/') ? { $ref: `#${pointer}` } : response,
        ]),
      ),
    };
  }
  for (const { pointer } of protocolResponses) {
    const response = getNode(copy, pointer);
    if (isJsonObject(response)) delete response[REQUEST_HEADER];
  }
  delete copy[PROTOCOL_RESPONSES];
  return copy;
}
