/**
 * @import { Operation } from '../../document/contract.js'
 * @import { Rule } from '../../document/rule.js'
 */
import { listAccessLevels, REQUIRED_ACCESS, requiredAccess } from '../../../../../lib/openapi/src/document/access.js';

/** The reason of a 403 for an API key with insufficient access. */
const REASON = 'insufficient_access';

/**
 * Returns whether an operation documents the 403 for an API key whose access is too low.
 *
 * @param {Operation} operation
 */
function documentsInsufficientAccess({ responses }) {
  const forbidden = responses.find(({ status }) => status === '403');
  const examples = forbidden?.node.descendant('content', 'application/json', 'examples')?.children() ?? [];
  return examples.some((example) => example.target().child('value')?.target().text('reason') === REASON);
}

/** @type {Rule} */
export default {
  id: 'required-access',
  why:
    'The mock and the service enforce the access that the contract derives for an operation. Users need to see that an ' +
    'API key may not be sufficient, and which operations any API key can use.',
  fix:
    'Only set `x-required-access` to a level of `ApiKeyAccess` above the default of the method (GET `read`, others `write`), ' +
    'and give the 403 an example with the reason `insufficient_access` unless the lowest level is sufficient.',
  *check({ root, operations }) {
    const levels = listAccessLevels(/** @type {object} */ (root.value));
    for (const operation of operations) {
      const { operationId, method, node } = operation;
      const extension = node.child(REQUIRED_ACCESS);
      const level = levels.indexOf(requiredAccess(method, extension?.value));
      if (extension && level <= levels.indexOf(requiredAccess(method, undefined))) {
        yield { path: extension.path, problem: `The access of \`${operationId}\` is unknown, or not above its method` };
        continue;
      }
      if (documentsInsufficientAccess(operation) === level > 0) continue;
      const problem =
        level > 0 ? 'does not document that the access may be too low' : 'documents a 403 that cannot occur';
      yield { path: [...node.path, 'responses'], problem: `\`${operationId}\` ${problem}` };
    }
  },
};
