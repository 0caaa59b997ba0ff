/** @import { Rule } from '../../document/rule.js' */
import { getTypes } from '../../document/contract.js';

/** @type {Rule} */
export default {
  id: 'one-type-per-schema',
  why:
    'Generators fail on a list of types, or apply the limits of one type to another. They repeat the values of an ' +
    'enumeration that contains null, instead of writing its name and null.',
  fix:
    'List the types as alternatives of `anyOf`, each with its own limits; a value that may be null is an `anyOf` of the named ' +
    'schema and `type: null`.',
  *check({ schemas }) {
    for (const { node } of schemas) {
      const types = getTypes(node).filter((type) => type !== 'null');
      if (types.length > 1)
        yield { path: [...node.path, 'type'], problem: `This schema has the types ${types.join(', ')}` };
      if (
        node
          .child('enum')
          ?.children()
          .some(({ value }) => value === null)
      )
        yield { path: [...node.path, 'enum'], problem: 'This enumeration contains null' };
    }
  },
};
