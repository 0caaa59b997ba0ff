/**
 * @import { Contract } from '../../document/contract.js'
 * @import { Rule } from '../../document/rule.js'
 */
import { PROTOCOL_RESPONSES } from '../../../../../lib/openapi/src/document/protocol-responses.js';

/** Errors of HTTP, limits and load that any request can get. */
const STATUSES = ['405', '406', '408', '413', '415', '429', '503'];

/** Errors that any request with an idempotency key can get. */
const KEY_STATUSES = ['409', '422'];

/** @type {Rule} */
export default {
  id: 'protocol-responses-complete',
  why:
    'Clients, the mock, the conformance suite and the reference take the protocol responses from this map. None of them ' +
    'handles a missing one.',
  fix:
    'Map 405, 406, 408, 413, 415, 429 and 503, and for operations with an `Idempotency-Key` also 409 and 422, to components; ' +
    'those that depend on a request header name it in `x-request-header`.',
  *check(contract) {
    const { protocolResponses } = contract;
    const headers = listHeaderParameters(contract);
    const statuses = headers.has('idempotency-key') ? [...STATUSES, ...KEY_STATUSES] : STATUSES;
    for (const status of statuses) {
      if (protocolResponses.some((response) => response.status === status)) continue;
      yield { path: [PROTOCOL_RESPONSES], problem: `\`${PROTOCOL_RESPONSES}\` has no ${status}` };
    }
    for (const { status, entry, node, requestHeader } of protocolResponses) {
      if (!entry.child('$ref'))
        yield { path: entry.path, problem: `The protocol response ${status} is not a component` };
      if (requestHeader ? headers.has(requestHeader.toLowerCase()) : !KEY_STATUSES.includes(status)) continue;
      const problem = requestHeader
        ? `No operation has the header \`${requestHeader}\` of this protocol response`
        : `The protocol response ${status} doesn't name a request header`;
      yield { path: node.path, problem };
    }
  },
};

/**
 * Returns the names of the header parameters of all operations, in lower case.
 *
 * @param {Contract} contract
 * @returns {Set<string>}
 */
function listHeaderParameters({ operations }) {
  const headers = operations.flatMap(({ parameters }) =>
    parameters.filter((parameter) => parameter.text('in') === 'header'),
  );
  return new Set(headers.map((parameter) => parameter.text('name')?.toLowerCase() ?? ''));
}
