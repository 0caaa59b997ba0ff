/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'stability-level',
  why: 'Users and the check for breaking changes need to know which operations may still change.',
  fix: 'Declare `x-stability-level`: `stable` for operations that the requirements define, `beta` for all others.',
  *check({ operations }) {
    for (const { operationId, node } of operations) {
      const level = node.child('x-stability-level');
      if (level?.value === 'stable' || level?.value === 'beta') continue;
      yield { path: level?.path ?? node.path, problem: `\`${operationId}\` has no valid stability level` };
    }
  },
};
