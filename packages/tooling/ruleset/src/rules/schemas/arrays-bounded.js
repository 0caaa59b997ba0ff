/** @import { Rule } from '../../document/rule.js' */
import { getTypes } from '../../document/contract.js';

/** @type {Rule} */
export default {
  id: 'arrays-bounded',
  why: 'An unbounded array allows responses and requests of any size.',
  fix: 'Declare `maxItems`, and the schema of the `items`.',
  *check({ schemas }) {
    for (const { node } of schemas) {
      if (!getTypes(node).includes('array')) continue;
      if (!node.child('maxItems')) yield { path: node.path, problem: 'This array has no `maxItems`' };
      if (!node.child('items')) yield { path: node.path, problem: 'This array has no `items`' };
    }
  },
};
