import type { Rule } from '../rule.js';

export default {
  id: 'post-takes-idempotency-key',
  why: 'After a broken connection nobody knows whether a POST took effect. With a key it is safe to send it again.',
  fix: 'Give the operation the shared `IdempotencyKey` parameter.',
  *check({ operations }) {
    for (const { id, method, parameters, node } of operations) {
      if (method !== 'post') continue;
      const key = parameters.find((parameter) => parameter.text('name')?.toLowerCase() === 'idempotency-key');
      if (key?.text('in') !== 'header')
        yield { path: node.path, problem: `\`${id}\` does not take an \`Idempotency-Key\`` };
    }
  },
} satisfies Rule;
