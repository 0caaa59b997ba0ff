/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'post-accepts-idempotency-key',
  why: 'After a lost connection, a client does not know whether a POST took effect. With a key, a retry is safe.',
  fix: 'Add the shared `IdempotencyKey` parameter to the operation.',
  *check({ operations }) {
    for (const { operationId, method, parameters, node } of operations) {
      if (method !== 'post') continue;
      const key = parameters.find((parameter) => parameter.text('name')?.toLowerCase() === 'idempotency-key');
      if (key?.text('in') !== 'header')
        yield { path: node.path, problem: `\`${operationId}\` does not accept an \`Idempotency-Key\`` };
    }
  },
};
