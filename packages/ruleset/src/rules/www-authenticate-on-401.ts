import { declaresHeader } from '../contract.js';
import type { Rule } from '../rule.js';

export default {
  id: 'www-authenticate-on-401',
  why: 'RFC 9110 demands it: an answer that refuses a caller says how to authenticate.',
  fix: 'Declare the shared `WWW-Authenticate` header on the response.',
  *check(contract) {
    for (const { status, node } of contract.responses()) {
      if (status !== '401' || declaresHeader(node, 'WWW-Authenticate')) continue;
      yield { path: node.path, problem: 'This 401 answer has no `WWW-Authenticate`' };
    }
  },
} satisfies Rule;
