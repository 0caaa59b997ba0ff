import { typesOf } from '../contract.js';
import type { Rule } from '../rule.js';

export default {
  id: 'objects-closed-or-open',
  why:
    'A closed object catches a misspelt field in a request and a stray one in an example. An open one is a promise to ' +
    'take anything, and should be meant.',
  fix:
    'Close it (`additionalProperties: false`, or `unevaluatedProperties: false` beside `allOf` in the source), or open ' +
    'it with a `description` that says why and a `maxProperties`.',
  *check({ schemas }) {
    for (const { node } of schemas) {
      const { path } = node;
      if (!typesOf(node).includes('object')) continue;
      const others = node.child('additionalProperties');
      if (!others) yield { path, problem: 'This object does not say whether it may have other properties' };
      else if (others.value !== false) {
        if (!node.text('description')) yield { path, problem: 'This object is open and nothing says what for' };
        if (!node.child('maxProperties'))
          yield { path, problem: 'This object is open without a largest number of properties' };
      }
    }
  },
} satisfies Rule;
