/** @import { Rule } from '../../document/rule.js' */
import { getSuccesses } from '../../document/contract.js';

/** @type {Rule} */
export default {
  id: 'delete-returns-204',
  why: 'A delete has nothing to return, and a client that expects a body with a 204 waits forever or fails.',
  fix: 'Return 204 as the only success, without `content`.',
  *check({ operations }) {
    for (const operation of operations) {
      const { operationId, method, node } = operation;
      if (method !== 'delete') continue;
      const [deleted, ...others] = getSuccesses(operation);
      if (deleted?.status !== '204' || others.length > 0) {
        yield {
          path: [...node.path, 'responses'],
          problem: `\`${operationId}\` does not return 204 as its only success`,
        };
      } else if (deleted.node.child('content')) {
        yield { path: [...deleted.node.path, 'content'], problem: `The 204 response of \`${operationId}\` has a body` };
      }
    }
  },
};
