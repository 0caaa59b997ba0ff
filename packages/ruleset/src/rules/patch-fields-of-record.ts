import { misuse, writeOf } from '../record.js';
import type { Rule } from '../rule.js';

export default {
  id: 'patch-fields-of-record',
  why: 'A change names fields of the record by the names that the caller has read them under.',
  fix: 'Let the body of a PATCH have only properties of the record that are not `readOnly`, with the same schemas.',
  *check({ operations }) {
    for (const operation of operations) {
      if (operation.method !== 'patch') continue;
      const write = writeOf(operation);
      if (!write) {
        const path = [...operation.node.path, 'requestBody'];
        yield { path, problem: `\`${operation.id}\` does not take and return fields of a record` };
        continue;
      }
      for (const [name, property] of write.taken) {
        const problem = misuse(property, write.answered.get(name));
        if (problem) yield { path: property.path, problem: `\`${name}\` of \`${operation.id}\` ${problem}` };
      }
    }
  },
} satisfies Rule;
