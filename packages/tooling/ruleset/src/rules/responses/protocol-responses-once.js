/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'protocol-responses-once',
  why:
    'Every request can get these responses, regardless of its operation. Repeated on each operation, they hide the errors ' +
    'that the operation itself causes.',
  fix: 'Remove the response from the operation; `x-protocol-responses` declares it for all of them.',
  *check({ operations, protocolResponses }) {
    const statuses = new Set(protocolResponses.flatMap(({ status, requestHeader }) => (requestHeader ? [] : [status])));
    const targets = new Set(protocolResponses.map(({ node }) => node.path.join('/')));
    for (const { operationId, node, responses } of operations) {
      for (const { status, node: target } of responses) {
        if (!statuses.has(status) && !targets.has(target.path.join('/'))) continue;
        yield {
          path: [...node.path, 'responses', status],
          problem: `\`${operationId}\` declares the protocol response ${status}`,
        };
      }
    }
  },
};
