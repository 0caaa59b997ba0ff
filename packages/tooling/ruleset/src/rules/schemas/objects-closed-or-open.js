/** @import { Rule } from '../../document/rule.js' */
import { getTypes } from '../../document/contract.js';

/** @type {Rule} */
export default {
  id: 'objects-closed-or-open',
  why:
    'A closed object reveals a misspelled field in a request and an unknown one in an example. An open object accepts ' +
    'anything, which should be intentional.',
  fix:
    'Close the object (`additionalProperties: false`, or `unevaluatedProperties: false` next to `allOf` in the source), ' +
    'or open it with `maxProperties` and a `description` of the reason.',
  *check({ schemas }) {
    for (const { node } of schemas) {
      const { path } = node;
      if (!getTypes(node).includes('object')) continue;
      const additional = node.child('additionalProperties');
      if (!additional) yield { path, problem: 'This object does not declare `additionalProperties`' };
      else if (additional.value !== false) {
        if (!node.text('description')) yield { path, problem: 'This object is open and has no description' };
        if (!node.child('maxProperties')) yield { path, problem: 'This object is open and has no `maxProperties`' };
      }
    }
  },
};
