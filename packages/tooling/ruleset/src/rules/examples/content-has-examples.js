/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'content-has-examples',
  why:
    'The mock returns named examples, the documentation shows them, and the contract tests send each of them. A body ' +
    'without an example is never tested.',
  fix: 'Add at least one named example under `examples`, with a `summary` and a `value`.',
  *check({ mediaTypes }) {
    for (const mediaType of mediaTypes) {
      const examples = mediaType.child('examples')?.children() ?? [];
      if (examples.length === 0)
        yield { path: mediaType.path, problem: `This \`${mediaType.key}\` body has no named example` };
      for (const example of examples) {
        if (example.descendant('summary') && example.descendant('value')) continue;
        yield { path: example.path, problem: `The example \`${example.key}\` has no summary or no value` };
      }
    }
  },
};
