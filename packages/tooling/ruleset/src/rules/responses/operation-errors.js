/**
 * @import { Operation } from '../../document/contract.js'
 * @import { Rule } from '../../document/rule.js'
 */
import { REQUIRED_ACCESS, requiredAccess } from '../../../../../lib/openapi/src/document/access.js';
import { SCOPE_PATTERN } from '../../document/contract.js';

/**
 * Lists the error statuses that an operation causes by its own input and resources. Protocol responses are declared once.
 *
 * @param {Operation} operation
 * @returns {string[]}
 */
function listExpectedStatuses({ method, path, parameters, node }) {
  const acceptsInput = parameters.length > 0 || node.child('requestBody') !== undefined;
  // The user and their client storage require no access to a tenant, but writing requires more than the lowest access.
  const belongsToUser = /\bme$/.test(path) || path.includes('/users/{');
  const isOpenToAll = belongsToUser && requiredAccess(method, node.child(REQUIRED_ACCESS)?.value) === 'read';
  // A PUT creates a missing record.
  const requiresRecord = method !== 'put' && path.replaceAll(SCOPE_PATTERN, '').includes('{');
  const statuses = { 400: acceptsInput, 401: true, 403: !isOpenToAll, 404: requiresRecord, 500: true };
  return Object.entries(statuses).flatMap(([status, applies]) => (applies ? [status] : []));
}

/** @type {Rule} */
export default {
  id: 'operation-errors',
  why:
    'The declared errors are a union type in clients. Callers do not handle undeclared errors, and the mock never ' +
    'returns them.',
  fix:
    'Declare 401 and 500 on every operation, 400 when it accepts input, 403 unless it only reads data of the user, ' +
    'and 404 when the path requires an existing record.',
  *check({ operations }) {
    for (const operation of operations) {
      const declared = operation.node.child('responses');
      for (const status of listExpectedStatuses(operation)) {
        if (declared?.child(status)) continue;
        yield {
          path: [...operation.node.path, 'responses'],
          problem: `\`${operation.operationId}\` does not declare ${status}`,
        };
      }
    }
  },
};
