/** @import { Rule } from '../../document/rule.js' */
import { getTypes } from '../../document/contract.js';

/** @type {Rule} */
export default {
  id: 'numbers-bounded',
  why: 'The range of a number determines the type that stores it, and the values that readers can expect.',
  fix: 'Declare `minimum` and `maximum`; an integer may declare `format: int32` or `int64` instead of the maximum.',
  *check({ schemas }) {
    for (const { node } of schemas) {
      const types = getTypes(node);
      if (!(types.includes('number') || types.includes('integer'))) continue;
      if (node.child('enum') || node.child('const')) continue;
      const hasIntegerFormat = types.includes('integer') && ['int32', 'int64'].includes(node.text('format') ?? '');
      const hasMinimum = node.child('minimum') ?? node.child('exclusiveMinimum');
      const hasMaximum = node.child('maximum') ?? node.child('exclusiveMaximum') ?? hasIntegerFormat;
      if (!hasMinimum) yield { path: node.path, problem: 'This number has no minimum' };
      if (!hasMaximum) yield { path: node.path, problem: 'This number has no maximum' };
    }
  },
};
