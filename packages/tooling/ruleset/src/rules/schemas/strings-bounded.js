/** @import { Rule } from '../../document/rule.js' */
import { getTypes } from '../../document/contract.js';

/** Formats whose values have a limited length. */
const BOUNDED_FORMATS = ['date', 'date-time', 'time', 'uuid', 'ipv4', 'ipv6'];

/** @type {Rule} */
export default {
  id: 'strings-bounded',
  why: 'Clients that store or display a string need its maximum length, and unbounded input can overload the service.',
  fix: 'Declare `maxLength`, in characters; an `enum`, a `const` or a format of limited length is also sufficient.',
  *check({ schemas }) {
    for (const { node } of schemas) {
      if (!getTypes(node).includes('string')) continue;
      if (['maxLength', 'enum', 'const'].some((keyword) => node.child(keyword))) continue;
      if (BOUNDED_FORMATS.includes(node.text('format') ?? '')) continue;
      yield { path: node.path, problem: 'This string has no `maxLength`' };
    }
  },
};
