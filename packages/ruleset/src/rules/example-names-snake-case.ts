import type { Rule } from '../rule.js';

export default {
  id: 'example-names-snake-case',
  why: 'The mock serves an example by its name, and tests ask for it by that name.',
  fix: 'Write the name of the example in snake_case, after what it shows.',
  *check({ contents, parameters, headers }) {
    for (const holder of [...contents, ...parameters, ...headers]) {
      for (const example of holder.child('examples')?.children() ?? []) {
        if (/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(example.key)) continue;
        yield { path: example.path, problem: `The name of the example \`${example.key}\` is not snake_case` };
      }
    }
  },
} satisfies Rule;
