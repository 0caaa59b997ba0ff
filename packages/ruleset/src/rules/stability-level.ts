import type { Rule } from '../rule.js';

export default {
  id: 'stability-level',
  why: 'It tells callers, and the check for breaking changes, what will stay as it is and what may still move.',
  fix: 'State `x-stability-level`: `stable` for what the specification gives, `beta` for what was chosen.',
  *check({ operations }) {
    for (const { id, node } of operations) {
      const level = node.child('x-stability-level');
      if (level?.value === 'stable' || level?.value === 'beta') continue;
      yield { path: level?.path ?? node.path, problem: `\`${id}\` does not say how stable it is` };
    }
  },
} satisfies Rule;
