/** @import { Rule } from '../../document/rule.js' */
import { camelCase, words } from '../../document/words.js';

/** @type {Rule} */
export default {
  id: 'operation-id-camel-case',
  why: 'Generators turn the name of an operation into a function name. They only keep camelCase unchanged.',
  fix: 'Write the operationId in camelCase, including abbreviations (`listMcpServers`).',
  *check({ operations }) {
    for (const { operationId, node } of operations) {
      if (/^[a-z][a-z0-9]*([A-Z][a-z0-9]+)*$/.test(operationId)) continue;
      const expected = camelCase(words(operationId));
      yield { path: [...node.path, 'operationId'], problem: `\`${operationId}\` should be \`${expected}\`` };
    }
  },
};
