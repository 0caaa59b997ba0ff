/**
 * @import { Node } from '../../document/node.js'
 * @import { Rule } from '../../document/rule.js'
 */

/** @type {Rule} */
export default {
  id: 'timestamps-named',
  why: 'Users recognize a timestamp by its name, and generators by its format. One without the other is mistaken for text.',
  fix: 'End the name of a property that is a timestamp in `_at`, and give it `format: date-time`.',
  *check({ schemas }) {
    for (const { node, isProperty } of schemas) {
      if (!isProperty) continue;
      const isNamed = node.key.endsWith('_at');
      if (isNamed === isTimestamp(node)) continue;
      const problem = isNamed ? 'has no `format: date-time`' : 'is a timestamp, but its name does not end in `_at`';
      yield { path: node.path, problem: `The property \`${node.key}\` ${problem}` };
    }
  },
};

/**
 * Returns whether a schema is that of a timestamp, or one of its alternatives is.
 *
 * @param {Node} node
 * @returns {boolean}
 */
function isTimestamp(node) {
  const alternatives = ['anyOf', 'oneOf'].flatMap((key) => node.descendant(key)?.children() ?? []);
  return node.descendant('format')?.value === 'date-time' || alternatives.some(isTimestamp);
}
