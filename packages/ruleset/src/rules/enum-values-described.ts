import type { Rule } from '../rule.js';

export default {
  id: 'enum-values-described',
  why: 'A list of bare words leaves the reader to guess what each one means and which to choose.',
  fix: 'Explain every value, and nothing else, in `x-enumDescriptions` beside the `enum`.',
  *check({ schemas }) {
    for (const { node } of schemas) {
      const values = node
        .child('enum')
        ?.children()
        .flatMap(({ value }) => (value === null ? [] : [String(value)]));
      if (!values) continue;
      const descriptions = node.child('x-enumDescriptions');
      const missing = values.filter((value) => !descriptions?.text(value));
      const stray = descriptions?.children().filter(({ key }) => !values.includes(key)) ?? [];
      for (const value of missing)
        yield { path: [...node.path, 'enum'], problem: `The value \`${value}\` is not explained` };
      for (const { key, path } of stray) yield { path, problem: `\`${key}\` is explained and is no value of the enum` };
    }
  },
} satisfies Rule;
