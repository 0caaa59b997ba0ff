import type { Rule } from '../rule.js';

export default {
  id: 'property-names-snake-case',
  why: 'JSON fields are written one way in the whole API, so that nobody has to look up which.',
  fix: 'Write the name of the property in snake_case.',
  *check({ schemas }) {
    for (const { node, isProperty } of schemas) {
      if (!isProperty) continue;
      if (/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(node.key)) continue;
      yield { path: node.path, problem: `The property \`${node.key}\` is not snake_case` };
    }
  },
} satisfies Rule;
