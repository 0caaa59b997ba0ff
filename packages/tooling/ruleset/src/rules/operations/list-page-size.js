/** @import { Rule } from '../../document/rule.js' */
import { getListSchema } from '../../document/contract.js';

/** @type {Rule} */
export default {
  id: 'list-page-size',
  why: 'Without a maximum page size, one request can read a complete table.',
  fix: 'Add the shared `PageSize` parameter to the list: an integer with `minimum`, `maximum` and `default`.',
  *check({ operations }) {
    for (const operation of operations) {
      // `getAsset` returns a single record as a table, which has no pages.
      if (!getListSchema(operation) || !operation.operationId.startsWith('list')) continue;
      const parameter = operation.parameters.find((node) => node.text('name') === 'page_size');
      const schema = parameter?.descendant('schema');
      const bounds = ['minimum', 'maximum', 'default'].map((keyword) => schema?.child(keyword)?.value);
      const path = parameter?.path ?? operation.node.path;
      if (!parameter) yield { path, problem: `\`${operation.operationId}\` has no \`page_size\`` };
      else if (bounds.some((bound) => typeof bound !== 'number'))
        yield { path, problem: 'This `page_size` lacks `minimum`, `maximum` or `default`' };
    }
  },
};
