import { successes } from '../contract.js';
import type { Rule } from '../rule.js';

export default {
  id: 'delete-answers-204',
  why: 'Nothing is left to send back after a delete, and a client that waits for a body of a 204 hangs or fails.',
  fix: 'Answer with 204 as the only success, without `content`.',
  *check({ operations }) {
    for (const operation of operations) {
      if (operation.method !== 'delete') continue;
      const [deleted, ...others] = successes(operation);
      if (deleted?.status !== '204' || others.length > 0) {
        yield {
          path: [...operation.node.path, 'responses'],
          problem: `\`${operation.id}\` does not answer with just 204`,
        };
      } else if (deleted.node.child('content')) {
        yield { path: [...deleted.node.path, 'content'], problem: `The 204 answer of \`${operation.id}\` has a body` };
      }
    }
  },
} satisfies Rule;
