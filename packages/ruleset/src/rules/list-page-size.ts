import { listSchema } from '../contract.js';
import type { Rule } from '../rule.js';

export default {
  id: 'list-page-size',
  why: 'A page without a largest size lets one request read a whole table.',
  fix: 'Give the list the shared `PageSize` parameter: an integer with `minimum`, `maximum` and `default`.',
  *check({ operations }) {
    for (const operation of operations) {
      // A single record may come as a table too (`getAsset`); it has no pages.
      if (!listSchema(operation) || !operation.id.startsWith('list')) continue;
      const parameter = operation.parameters.find((node) => node.text('name') === 'page_size');
      const schema = parameter?.follow('schema');
      const bounds = ['minimum', 'maximum', 'default'].map((keyword) => schema?.child(keyword)?.value);
      const path = parameter?.path ?? operation.node.path;
      if (!parameter) yield { path, problem: `\`${operation.id}\` has no \`page_size\`` };
      else if (bounds.some((bound) => typeof bound !== 'number'))
        yield { path, problem: 'This `page_size` is not bounded' };
    }
  },
} satisfies Rule;
