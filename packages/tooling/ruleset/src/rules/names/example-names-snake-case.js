/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'example-names-snake-case',
  why: 'Tests and users request an example from the mock by its name.',
  fix: 'Name the example after its content, in snake_case.',
  *check({ mediaTypes, parameters, headers }) {
    for (const owner of [...mediaTypes, ...parameters, ...headers]) {
      for (const example of owner.child('examples')?.children() ?? []) {
        if (/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(example.key)) continue;
        yield { path: example.path, problem: `The name of the example \`${example.key}\` is not snake_case` };
      }
    }
  },
};
