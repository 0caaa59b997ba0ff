/** @import { Rule } from '../../document/rule.js' */
import { SCOPE_PATTERN } from '../../document/contract.js';
import { findMismatch, getWriteSchemas } from '../../document/write-schemas.js';

/** @type {Rule} */
export default {
  id: 'patch-body-matches-record',
  why: 'Clients change a field with the same name and schema that they read it with.',
  fix:
    'Declare only properties of the record that are not `readOnly` in the body of a PATCH, with the same schemas ' +
    'or some of their values.',
  *check({ operations }) {
    for (const operation of operations) {
      const { operationId, method, path, node } = operation;
      // A PATCH of a collection updates a batch; its items aren't a record.
      if (method !== 'patch' || !path.replaceAll(SCOPE_PATTERN, '').endsWith('}')) continue;
      const schemas = getWriteSchemas(operation);
      if (!schemas) {
        yield {
          path: [...node.path, 'requestBody'],
          problem: `\`${operationId}\` does not accept and return fields of a record`,
        };
        continue;
      }
      for (const [name, property] of schemas.requestPropertyDeclarations) {
        const mismatch = findMismatch(property, schemas.responseProperties.get(name));
        if (mismatch) yield { path: property.path, problem: `\`${name}\` of \`${operationId}\` ${mismatch}` };
      }
    }
  },
};
