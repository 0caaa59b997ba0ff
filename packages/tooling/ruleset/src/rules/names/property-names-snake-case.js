/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'property-names-snake-case',
  why: 'A single convention for JSON fields makes their names predictable.',
  fix: 'Write the name of the property in snake_case.',
  *check({ schemas }) {
    for (const { node, isProperty } of schemas) {
      if (!isProperty || /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(node.key)) continue;
      yield { path: node.path, problem: `The property \`${node.key}\` is not snake_case` };
    }
  },
};
