/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'one-declared-tag',
  why: 'The documentation has a section for each tag. An operation with two tags appears twice, and one without tags is missing.',
  fix: 'Set exactly one tag on the operation, and declare that tag at the root of the contract.',
  *check({ root, operations }) {
    const tags = root.child('tags')?.children() ?? [];
    const declared = tags.map((tag) => tag.text('name'));
    for (const { operationId, node } of operations) {
      const own = node.child('tags');
      const names = own?.children().map(({ value }) => String(value)) ?? [];
      const path = own?.path ?? node.path;
      if (names.length !== 1) yield { path, problem: `\`${operationId}\` has ${names.length} tags` };
      for (const name of names.filter((tag) => !declared.includes(tag))) {
        yield { path, problem: `The tag "${name}" is not declared` };
      }
    }
  },
};
