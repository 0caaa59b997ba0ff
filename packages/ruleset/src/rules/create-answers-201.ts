import { creates, declaresHeader, successes } from '../contract.js';
import type { Rule } from '../rule.js';

export default {
  id: 'create-answers-201',
  why: 'After a create, the caller needs the new record and where it lives; 201 with `Location` says both.',
  fix: 'Answer with 201 as the only success, and declare the `Location` header on it.',
  *check({ operations }) {
    for (const operation of operations) {
      if (!creates(operation)) continue;
      const [created, ...others] = successes(operation);
      if (created?.status !== '201' || others.length > 0) {
        yield {
          path: [...operation.node.path, 'responses'],
          problem: `\`${operation.id}\` does not answer with just 201`,
        };
      } else if (!declaresHeader(created.node, 'Location')) {
        yield { path: created.node.path, problem: `The 201 answer of \`${operation.id}\` has no \`Location\`` };
      }
    }
  },
} satisfies Rule;
