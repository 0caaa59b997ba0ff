import type { Rule } from '../rule.js';
import { camelCase, words } from '../words.js';

export default {
  id: 'operation-id-camel-case',
  why: 'Generators turn the name of an operation into a function. Only camelCase survives that unchanged.',
  fix: 'Write the operationId in camelCase, abbreviations too (`listMcpServers`).',
  *check({ operations }) {
    for (const { id, node } of operations) {
      if (/^[a-z][a-z0-9]*([A-Z][a-z0-9]+)*$/.test(id)) continue;
      yield { path: [...node.path, 'operationId'], problem: `\`${id}\` should be \`${camelCase(words(id))}\`` };
    }
  },
} satisfies Rule;
