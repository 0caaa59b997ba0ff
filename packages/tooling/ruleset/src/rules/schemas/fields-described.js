/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'fields-described',
  why: 'The descriptions are the reference, in the documentation and on each field of a type in editors.',
  fix: 'Add a `description`, next to the `$ref` or in its target.',
  *check({ schemas, parameters, headers }) {
    for (const { node, isProperty } of schemas) {
      if (!isProperty) continue;
      if (node.text('description') ?? node.target().text('description')) continue;
      yield { path: node.path, problem: `The property \`${node.key}\` has no description` };
    }
    for (const node of [...parameters, ...headers]) {
      if (!node.text('description'))
        yield { path: node.path, problem: `\`${node.text('name') ?? node.key}\` has no description` };
    }
  },
};
