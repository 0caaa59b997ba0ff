/** @import { Rule } from '../../document/rule.js' */
import { createsRecords, declaresHeader, getSuccesses } from '../../document/contract.js';

/** @type {Rule} */
export default {
  id: 'async-returns-202',
  why:
    'A POST that does not create a record starts work that continues after the response. The status 202 indicates that, and ' +
    '`Location` is the URL to poll.',
  fix: 'Return 202 as the only success, and declare the `Location` header on it.',
  *check({ operations }) {
    for (const operation of operations) {
      const { operationId, method, node } = operation;
      if (method !== 'post' || createsRecords(operation)) continue;
      const [accepted, ...others] = getSuccesses(operation);
      if (accepted?.status !== '202' || others.length > 0) {
        yield {
          path: [...node.path, 'responses'],
          problem: `\`${operationId}\` does not return 202 as its only success`,
        };
      } else if (!declaresHeader(accepted.node, 'Location')) {
        yield { path: accepted.node.path, problem: `The 202 response of \`${operationId}\` has no \`Location\`` };
      }
    }
  },
};
