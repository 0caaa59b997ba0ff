import { isMarked } from '../contract.js';
import { misuse, writeOf } from '../record.js';
import type { Rule } from '../rule.js';

export default {
  id: 'create-body-is-record',
  why:
    'What you send to create a record is what you get back, plus what the service adds. A field that can be read and ' +
    'never set, or set and never read, is a field that somebody forgot.',
  fix: 'Give the body the properties of the record, with the same schemas, and mark those of the service `readOnly`.',
  *check({ operations }) {
    for (const operation of operations) {
      if (operation.method !== 'post' || !operation.id.startsWith('create')) continue;
      const write = writeOf(operation);
      if (!write) continue;
      for (const [name, property] of write.taken) {
        const problem = misuse(property, write.answered.get(name));
        if (problem) yield { path: property.path, problem: `\`${name}\` of \`${operation.id}\` ${problem}` };
      }
      for (const [name, property] of write.answered) {
        if (write.taken.has(name) || isMarked(property, 'readOnly')) continue;
        yield { path: property.path, problem: `\`${name}\` is neither taken by \`${operation.id}\` nor read-only` };
      }
    }
  },
} satisfies Rule;
