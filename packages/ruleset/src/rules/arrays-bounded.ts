import { typesOf } from '../contract.js';
import type { Rule } from '../rule.js';

export default {
  id: 'arrays-bounded',
  why: 'A list without an end is a page without an end, and a request of any size.',
  fix: 'State `maxItems`, and the schema of the `items`.',
  *check({ schemas }) {
    for (const { node } of schemas) {
      if (!typesOf(node).includes('array')) continue;
      if (!node.child('maxItems')) yield { path: node.path, problem: 'This list has no largest number of items' };
      if (!node.child('items')) yield { path: node.path, problem: 'This list does not say what its items are' };
    }
  },
} satisfies Rule;
