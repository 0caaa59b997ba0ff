/** @import { Rule } from '../../document/rule.js' */
import { isReadOnly } from '../../document/contract.js';
import { findMismatch, getWriteSchemas } from '../../document/write-schemas.js';

/** @type {Rule} */
export default {
  id: 'create-body-matches-record',
  why:
    'The body that creates a record is the record without the fields that the service sets. Fields that can be read ' +
    'but never set, or set but never read, are a mistake.',
  fix: 'Declare the properties of the record in the body, with the same schemas, and mark those that the service sets `readOnly`.',
  *check({ operations }) {
    for (const operation of operations) {
      const { operationId, method } = operation;
      if (method !== 'post' || !operationId.startsWith('create')) continue;
      const schemas = getWriteSchemas(operation);
      if (!schemas) continue;
      const { requestProperties, responseProperties } = schemas;
      for (const [name, property] of requestProperties) {
        const mismatch = findMismatch(property, responseProperties.get(name));
        if (mismatch) yield { path: property.path, problem: `\`${name}\` of \`${operationId}\` ${mismatch}` };
      }
      for (const [name, property] of responseProperties) {
        if (requestProperties.has(name) || isReadOnly(property)) continue;
        yield { path: property.path, problem: `\`${name}\` is neither accepted by \`${operationId}\` nor read-only` };
      }
    }
  },
};
