import type { Rule } from '../rule.ts';
import { findMismatch, getWriteSchemas } from '../write-schemas.ts';

export default {
  id: 'patch-body-matches-record',
  why: 'Callers change a field under the name and with the schema under which they read it.',
  fix: 'Declare only properties of the record that are not `readOnly` in the body of a PATCH, with the same schemas.',
  *check({ operations }) {
    for (const operation of operations) {
      const { operationId, method, node } = operation;
      if (method !== 'patch') continue;
      const schemas = getWriteSchemas(operation);
      if (!schemas) {
        const path = [...node.path, 'requestBody'];
        yield { path, problem: `\`${operationId}\` does not accept and return fields of a record` };
        continue;
      }
      for (const [name, property] of schemas.requestProperties) {
        const mismatch = findMismatch(property, schemas.responseProperties.get(name));
        if (mismatch) yield { path: property.path, problem: `\`${name}\` of \`${operationId}\` ${mismatch}` };
      }
    }
  },
} satisfies Rule;
