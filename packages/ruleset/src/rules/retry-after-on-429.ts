import { declaresHeader } from '../contract.js';
import type { Rule } from '../rule.js';

export default {
  id: 'retry-after-on-429',
  why: 'A client that is told to slow down has to know for how long; without that it guesses, and guesses badly.',
  fix: 'Declare the shared `Retry-After` header on the response.',
  *check(contract) {
    for (const { status, node } of contract.responses()) {
      if (status !== '429' || declaresHeader(node, 'Retry-After')) continue;
      yield { path: node.path, problem: 'This 429 answer has no `Retry-After`' };
    }
  },
} satisfies Rule;
