/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'enum-values-described',
  why: 'Readers cannot choose between values whose meaning is not documented.',
  fix: 'Describe every value of the `enum`, and no others, in `x-enumDescriptions` next to it.',
  *check({ schemas }) {
    for (const { node } of schemas) {
      const values = node
        .child('enum')
        ?.children()
        .flatMap(({ value }) => (value === null ? [] : [String(value)]));
      if (!values) continue;
      const descriptions = node.child('x-enumDescriptions');
      const missing = values.filter((value) => !descriptions?.text(value));
      const unknown = descriptions?.children().filter(({ key }) => !values.includes(key)) ?? [];
      for (const value of missing)
        yield { path: [...node.path, 'enum'], problem: `The value \`${value}\` is not described` };
      for (const { key, path } of unknown)
        yield { path, problem: `\`${key}\` is described but not a value of the enum` };
    }
  },
};
