import { listSchema, propertiesOf } from '../contract.js';
import type { Rule } from '../rule.js';

const TABLE = '#/components/schemas/TabularResult';

/** An envelope: the properties that it always has, and those that it may have. */
interface Envelope {
  source: string;
  required: string[];
  optional: string[];
}

const CURSOR_PAGE: Envelope = {
  source: 'CursorPage',
  required: ['items', 'cursor', 'page_size'],
  optional: ['total'],
};
const NUMBERED_PAGE: Envelope = {
  source: 'NumberedPage',
  required: ['items', 'page', 'page_size', 'total_count', 'total_pages'],
  optional: [],
};

export default {
  id: 'list-envelope',
  why: 'A client walks every list with the same loop. That needs the same envelope around the items of each list.',
  fix: 'Extend `CursorPage` (below `/eval`, `NumberedPage`) by `items` and nothing else, or answer with `TabularResult`.',
  *check({ operations }) {
    for (const operation of operations) {
      const list = listSchema(operation);
      if (!list) {
        if (!operation.id.startsWith('list')) continue;
        yield {
          path: [...operation.node.path, 'responses'],
          problem: `\`${operation.id}\` does not answer with a list`,
        };
        continue;
      }
      if (list.text('$ref') === TABLE) continue;
      const page = operation.route.startsWith('/eval/') ? NUMBERED_PAGE : CURSOR_PAGE;
      const names = [...propertiesOf(list).keys()];
      const required =
        list
          .follow('required')
          ?.children()
          .map(({ value }) => String(value)) ?? [];
      const missing = page.required.filter((name) => !names.includes(name) || !required.includes(name));
      const stray = names.filter((name) => !page.required.includes(name) && !page.optional.includes(name));
      const path = list.target()?.path ?? list.path;
      for (const name of missing) {
        yield { path, problem: `This list lacks \`${name}\`, or does not require it, as \`${page.source}\` does` };
      }
      for (const name of stray) {
        yield { path, problem: `\`${name}\` of this list is not part of \`${page.source}\`` };
      }
    }
  },
} satisfies Rule;
