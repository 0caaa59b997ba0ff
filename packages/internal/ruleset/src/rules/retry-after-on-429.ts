import { declaresHeader } from '../contract.ts';
import type { Rule } from '../rule.ts';

export default {
  id: 'retry-after-on-429',
  why: 'A client that exceeds its quota needs to know how long to wait before the next attempt.',
  fix: 'Declare the shared `Retry-After` header on the response.',
  *check(contract) {
    for (const { status, node } of contract.uniqueResponses()) {
      if (status !== '429' || declaresHeader(node, 'Retry-After')) continue;
      yield { path: node.path, problem: 'This 429 response has no `Retry-After`' };
    }
  },
} satisfies Rule;
