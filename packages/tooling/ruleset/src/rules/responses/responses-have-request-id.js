/** @import { Rule } from '../../document/rule.js' */
import { declaresHeader } from '../../document/contract.js';

/** @type {Rule} */
export default {
  id: 'responses-have-request-id',
  why: 'Support requests quote the identifier of the request, so every response must contain it.',
  fix: 'Declare the shared `X-Request-Id` header on the response.',
  *check(contract) {
    for (const { status, node } of contract.uniqueResponses()) {
      if (declaresHeader(node, 'X-Request-Id')) continue;
      yield { path: node.path, problem: `This ${status} response has no \`X-Request-Id\`` };
    }
  },
};
