/** @import { Rule } from '../../document/rule.js' */
import { getTypes } from '../../document/contract.js';

/** @type {Rule} */
export default {
  id: 'extensible-enums-named',
  why:
    'In responses, the build turns a named enumeration that may grow into a string. Any other form of the mark has no effect, and ' +
    'validators then reject the values of later versions.',
  fix: 'Write `x-extensible-enum: true` next to the `enum` of a named schema of type string, or remove it.',
  *check({ schemas }) {
    for (const { node } of schemas) {
      const mark = node.child('x-extensible-enum');
      if (!mark) continue;
      const isNamed = node.path.length === 3 && node.path[1] === 'schemas';
      const isText = getTypes(node).join() === 'string' && node.child('enum') !== undefined;
      if (mark.value !== true) yield { path: mark.path, problem: '`x-extensible-enum` is not true' };
      else if (!isText) yield { path: mark.path, problem: 'This schema is not an enumeration of strings' };
      else if (!isNamed) yield { path: mark.path, problem: 'This enumeration has no name' };
    }
  },
};
