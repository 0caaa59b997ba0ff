import type { Rule } from '../rule.js';

export default {
  id: 'content-has-examples',
  why:
    'The mock answers with named examples, the documentation shows them, and the contract tests call each of them. A ' +
    'body without one is a body that nobody has ever seen.',
  fix: 'Add at least one named example under `examples`, with a `summary` and a `value`.',
  *check({ contents }) {
    for (const content of contents) {
      const examples = content.child('examples')?.children() ?? [];
      if (examples.length === 0)
        yield { path: content.path, problem: `This \`${content.key}\` body has no named example` };
      for (const example of examples.filter((named) => !named.follow('summary') || !named.follow('value'))) {
        yield { path: example.path, problem: `The example \`${example.key}\` lacks its summary or its value` };
      }
    }
  },
} satisfies Rule;
