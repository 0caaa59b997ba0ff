import type { Rule } from '../rule.js';

export default {
  id: 'one-declared-tag',
  why: 'The documentation has one chapter for each tag. An operation with two stands there twice, one without nowhere.',
  fix: 'Give the operation exactly one tag, and declare that tag at the root of the contract.',
  *check({ root, operations }) {
    const declared =
      root
        .child('tags')
        ?.children()
        .map((tag) => tag.text('name')) ?? [];
    for (const { id, node } of operations) {
      const tags = node.child('tags');
      const names = tags?.children().map(({ value }) => String(value)) ?? [];
      const path = tags?.path ?? node.path;
      if (names.length !== 1) yield { path, problem: `\`${id}\` has ${names.length} tags` };
      for (const name of names.filter((tag) => !declared.includes(tag))) {
        yield { path, problem: `The tag "${name}" is not declared` };
      }
    }
  },
} satisfies Rule;
