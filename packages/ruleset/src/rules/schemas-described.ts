import type { Rule } from '../rule.js';

export default {
  id: 'schemas-described',
  why: 'The title is how the documentation names a schema, and the description is what its type says in the editor.',
  fix: 'Give the schema a `title` for people and a `description` of what it is.',
  *check(contract) {
    for (const schema of contract.components('schemas')) {
      const missing = ['title', 'description'].filter((keyword) => !schema.text(keyword));
      for (const keyword of missing)
        yield { path: schema.path, problem: `The schema \`${schema.key}\` has no ${keyword}` };
    }
  },
} satisfies Rule;
