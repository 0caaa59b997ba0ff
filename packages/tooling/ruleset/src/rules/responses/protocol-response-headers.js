/**
 * @import { Contract, Response } from '../../document/contract.js'
 * @import { Rule } from '../../document/rule.js'
 */
import { getHeader } from '../../document/contract.js';

/**
 * The header that a client needs to react to a status, wherever it's declared.
 *
 * @type {Record<string, string>}
 */
const HEADERS = { 405: 'Allow', 429: 'Retry-After', 503: 'Retry-After' };

/**
 * Lists the responses with the header that each needs.
 *
 * @param {Contract} contract
 * @returns {Iterable<Response & { name: string }>}
 */
function* listRequirements(contract) {
  for (const response of contract.uniqueResponses()) {
    const name = HEADERS[response.status];
    if (name) yield { ...response, name };
  }
  // The first request with an idempotency key is still running. Other conflicts don't pass by waiting.
  for (const response of contract.protocolResponses) {
    if (response.status === '409') yield { ...response, name: 'Retry-After' };
  }
}

/** @type {Rule} */
export default {
  id: 'protocol-response-headers',
  why:
    'A client that exceeds its quota, or whose first request is still running, needs to know how long to wait. RFC 9110 ' +
    'requires `Allow` on a 405.',
  fix: 'Declare the shared header on the response, as required.',
  *check(contract) {
    for (const { status, node, name } of listRequirements(contract)) {
      const header = getHeader(node, name);
      if (!header) yield { path: node.path, problem: `This ${status} response has no \`${name}\`` };
      else if (header.child('required')?.value !== true) {
        yield { path: header.path, problem: `\`${name}\` of this ${status} response is not required` };
      }
    }
  },
};
