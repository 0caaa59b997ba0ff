import { typesOf } from '../contract.js';
import type { Rule } from '../rule.js';

export default {
  id: 'numbers-bounded',
  why: 'The range of a number decides about the type that holds it, and about what a reader may expect to see.',
  fix: 'State `minimum` and `maximum`; an integer may state `format: int32` or `int64` in place of the maximum.',
  *check({ schemas }) {
    for (const { node } of schemas) {
      const types = typesOf(node);
      if (!(types.includes('number') || types.includes('integer'))) continue;
      if (node.child('enum') || node.child('const')) continue;
      const fits = types.includes('integer') && ['int32', 'int64'].includes(node.text('format') ?? '');
      const low = node.child('minimum') ?? node.child('exclusiveMinimum');
      const high = node.child('maximum') ?? node.child('exclusiveMaximum') ?? fits;
      if (!low) yield { path: node.path, problem: 'This number has no lower end' };
      if (!high) yield { path: node.path, problem: 'This number has no upper end' };
    }
  },
} satisfies Rule;
