import { type Operation, SCOPE } from '../contract.js';
import type { Rule } from '../rule.js';

/** The error statuses that every caller of an operation has to expect. */
function expected({ method, route, parameters, node }: Operation): string[] {
  const takesInput = parameters.length > 0 || node.child('requestBody') !== undefined;
  // What an application keeps for its user needs no access to a tenant.
  const isForUser = route.includes('/users/{');
  // A PUT makes what is not there yet.
  const looksUp = method !== 'put' && route.replaceAll(SCOPE, '').includes('{');
  const statuses = { 400: takesInput, 401: true, 403: !isForUser, 404: looksUp, 429: true, 500: true };
  return Object.entries(statuses).flatMap(([status, applies]) => (applies ? [status] : []));
}

export default {
  id: 'operation-errors',
  why:
    'Clients get the union of the declared errors as a type. An error that is not declared is one that no caller ' +
    'handles and no mock ever sends.',
  fix:
    'Declare 401, 429 and 500 everywhere, 400 where there is anything to send, 403 on all but user-owned storage, and ' +
    '404 where the path names a record that has to be there.',
  *check({ operations }) {
    for (const operation of operations) {
      const declared = operation.node.child('responses');
      for (const status of expected(operation)) {
        if (declared?.child(status)) continue;
        yield {
          path: [...operation.node.path, 'responses'],
          problem: `\`${operation.id}\` does not declare ${status}`,
        };
      }
    }
  },
} satisfies Rule;
