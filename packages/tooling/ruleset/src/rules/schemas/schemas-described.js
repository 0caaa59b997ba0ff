/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'schemas-described',
  why: 'The documentation shows the title of a schema, and editors show the description on its type.',
  fix: 'Add a `title` and a `description` to the schema.',
  *check(contract) {
    for (const schema of contract.components('schemas')) {
      const missing = ['title', 'description'].filter((keyword) => !schema.text(keyword));
      for (const keyword of missing)
        yield { path: schema.path, problem: `The schema \`${schema.key}\` has no ${keyword}` };
    }
  },
};
