/** @import { Rule } from '../../document/rule.js' */
import { getListSchema, getProperties } from '../../document/contract.js';

const TABLE = '#/components/schemas/TabularResult';

/**
 * The envelope of a page: its required properties, and the optional ones.
 *
 * @typedef {object} Envelope
 * @property {string} schemaName
 * @property {string[]} required
 * @property {string[]} optional
 */

/** @type {Envelope} */

const CURSOR_PAGE = {
  schemaName: 'CursorPage',
  required: ['items', 'cursor', 'page_size'],
  optional: ['total'],
};
/** @type {Envelope} */
const NUMBERED_PAGE = {
  schemaName: 'NumberedPage',
  required: ['items', 'page', 'page_size', 'total_count', 'total_pages'],
  optional: [],
};

/** @type {Rule} */
export default {
  id: 'list-envelope',
  why: 'Clients page through every list with the same code, which requires the same envelope around the items.',
  fix: 'Extend `CursorPage` (below `/eval`, `NumberedPage`) by `items` only, or return `TabularResult`.',
  *check({ operations }) {
    for (const operation of operations) {
      const { operationId, node } = operation;
      const list = getListSchema(operation);
      if (!list) {
        if (!operationId.startsWith('list')) continue;
        yield { path: [...node.path, 'responses'], problem: `\`${operationId}\` does not return a list` };
        continue;
      }
      if (list.text('$ref') === TABLE) continue;
      const envelope = operation.path.startsWith('/eval/') ? NUMBERED_PAGE : CURSOR_PAGE;
      const names = [...getProperties(list).keys()];
      const required = list.descendant('required')?.children() ?? [];
      const requiredNames = required.map(({ value }) => String(value));
      const missing = envelope.required.filter((name) => !names.includes(name) || !requiredNames.includes(name));
      const unknown = names.filter((name) => !envelope.required.includes(name) && !envelope.optional.includes(name));
      const { path } = list.target();
      for (const name of missing) {
        yield { path, problem: `This list lacks or does not require \`${name}\` of \`${envelope.schemaName}\`` };
      }
      for (const name of unknown) {
        yield { path, problem: `\`${name}\` of this list is not part of \`${envelope.schemaName}\`` };
      }
    }
  },
};
