import { creates, declaresHeader, successes } from '../contract.js';
import type { Rule } from '../rule.js';

export default {
  id: 'async-answers-202',
  why:
    'A POST that creates nothing at once starts work that goes on after the answer. 202 says so, and `Location` says ' +
    'where to look for the end of it.',
  fix: 'Answer with 202 as the only success, and declare the `Location` header on it.',
  *check({ operations }) {
    for (const operation of operations) {
      if (operation.method !== 'post' || creates(operation)) continue;
      const [accepted, ...others] = successes(operation);
      if (accepted?.status !== '202' || others.length > 0) {
        yield {
          path: [...operation.node.path, 'responses'],
          problem: `\`${operation.id}\` does not answer with just 202`,
        };
      } else if (!declaresHeader(accepted.node, 'Location')) {
        yield { path: accepted.node.path, problem: `The 202 answer of \`${operation.id}\` has no \`Location\`` };
      }
    }
  },
} satisfies Rule;
