/** @import { Rule } from '../../document/rule.js' */
import { createsRecords, declaresHeader, getSuccesses } from '../../document/contract.js';

/** @type {Rule} */
export default {
  id: 'create-returns-201',
  why: 'After a create, clients need the new record and its URL: 201 with `Location` provides both.',
  fix: 'Return 201 as the only success, and declare the `Location` header on it.',
  *check({ operations }) {
    for (const operation of operations) {
      if (!createsRecords(operation)) continue;
      const { operationId, node } = operation;
      const [created, ...others] = getSuccesses(operation);
      if (created?.status !== '201' || others.length > 0) {
        yield {
          path: [...node.path, 'responses'],
          problem: `\`${operationId}\` does not return 201 as its only success`,
        };
      } else if (!declaresHeader(created.node, 'Location')) {
        yield { path: created.node.path, problem: `The 201 response of \`${operationId}\` has no \`Location\`` };
      }
    }
  },
};
