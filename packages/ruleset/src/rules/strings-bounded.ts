import { typesOf } from '../contract.js';
import type { Rule } from '../rule.js';

/** Formats whose values have a length of their own. */
const FIXED_FORMATS = ['date', 'date-time', 'time', 'uuid', 'ipv4', 'ipv6'];

export default {
  id: 'strings-bounded',
  why: 'Who stores or shows a text has to know how long it gets, and a service that takes any length can be flooded.',
  fix: 'State `maxLength`, in characters; an `enum`, a `const` or a format of fixed length does as well.',
  *check({ schemas }) {
    for (const { node } of schemas) {
      if (!typesOf(node).includes('string')) continue;
      if (['maxLength', 'enum', 'const'].some((keyword) => node.child(keyword))) continue;
      if (FIXED_FORMATS.includes(node.text('format') ?? '')) continue;
      yield { path: node.path, problem: 'This text has no largest length' };
    }
  },
} satisfies Rule;
