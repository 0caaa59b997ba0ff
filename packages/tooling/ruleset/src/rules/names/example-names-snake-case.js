/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'example-names-snake-case',
  why: 'The mock returns an example by its name, and tests request it by that name.',
  fix: 'Write the name of the example in snake_case, and name it after its content.',
  *check({ mediaTypes, parameters, headers }) {
    for (const owner of [...mediaTypes, ...parameters, ...headers]) {
      for (const example of owner.child('examples')?.children() ?? []) {
        if (/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(example.key)) continue;
        yield { path: example.path, problem: `The name of the example \`${example.key}\` is not snake_case` };
      }
    }
  },
};
