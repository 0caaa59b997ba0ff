/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'tags-in-one-group',
  why: 'The menus of the documentation list the tags by group. The operations of a tag without a group are missing, and a tag in two groups appears twice.',
  fix: 'List each declared tag exactly once, in one group of `x-tagGroups`.',
  *check({ root }) {
    const tags = root.child('tags')?.children() ?? [];
    const declared = tags.map((tag) => tag.text('name'));
    const groups = root.child('x-tagGroups')?.children() ?? [];
    const members = groups.flatMap((group) => group.child('tags')?.children() ?? []);
    for (const tag of tags) {
      const name = tag.text('name');
      const count = members.filter(({ value }) => value === name).length;
      if (count !== 1) yield { path: tag.path, problem: `The tag "${name}" is in ${count} groups` };
    }
    for (const { value, path } of members) {
      if (!declared.includes(String(value))) yield { path, problem: `The tag "${value}" is not declared` };
    }
  },
};
