/** @import { Rule } from '../../document/rule.js' */
import { declaresHeader } from '../../document/contract.js';

/** @type {Rule} */
export default {
  id: 'www-authenticate-on-401',
  why: 'RFC 9110 requires it: a 401 response states how to authenticate.',
  fix: 'Declare the shared `WWW-Authenticate` header on the response.',
  *check(contract) {
    for (const { status, node } of contract.uniqueResponses()) {
      if (status !== '401' || declaresHeader(node, 'WWW-Authenticate')) continue;
      yield { path: node.path, problem: 'This 401 response has no `WWW-Authenticate`' };
    }
  },
};
